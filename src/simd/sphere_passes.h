#pragma once

#include "block_sums.h"
#include "lane_access.h"
#include "rows.h"
#include "sphere_pass.h"

#include <type_traits>

namespace granular_srt {

namespace detail {

  // Masses, radii and velocities of as many spheres as a Real has lanes, from sphere i on.
  template <class Real> struct SphereLanes {
    Real mass, radius, v[3], omega[3];

    SphereLanes(const SphereArrays &atoms, std::ptrdiff_t i) :
        mass{load<Real>(atoms.mass + i)}, radius{load<Real>(atoms.radius + i)}
    {
      load_rows(atoms.v + 3 * i, v);
      load_rows(atoms.omega + 3 * i, omega);
    }

    // Updates the velocities by apply(mass, radius, force, torque, v, omega): first_kick() or second_kick().
    template <class Kick> void kick(const SphereArrays &atoms, std::ptrdiff_t i, Kick apply)
    {
      Real force[3], torque[3];
      load_rows(atoms.f + 3 * i, force);
      load_rows(atoms.torque + 3 * i, torque);
      apply(mass, radius, force, torque, v, omega);
      store_rows(atoms.v + 3 * i, v);
      store_rows(atoms.omega + 3 * i, omega);
    }

    void add_kinetic(std::ptrdiff_t i, BlockSums &kinetic) const
    {
      Real sum[6];
      const int place = static_cast<int>(i % terms_in_block);
      for (int k = 0; k < 6; ++k) sum[k] = kinetic.at<Real>(k, place);
      barostat::add_sphere_kinetic(sum, mass, radius, v, omega);
      for (int k = 0; k < 6; ++k) kinetic.set(k, place, sum[k]);
    }
  };

  template <class Real>
  void first_half_of(const SphereArrays &atoms, const SpherePass &pass, std::ptrdiff_t i, bool moves,
                     bool dilates)
  {
    if (!moves && !dilates) return;
    SphereLanes<Real> spheres(atoms, i);
    if (moves) spheres.kick(atoms, i, [&](auto... sphere) { barostat::first_kick(pass.step, sphere...); });
    if (!pass.step.drift) return;
    Real x[3];
    load_rows(atoms.x + 3 * i, x);
    barostat::drift(pass.step, moves, dilates, spheres.v, x);
    store_rows(atoms.x + 3 * i, x);
  }

  template <class Real>
  void second_half_of(const SphereArrays &atoms, const SpherePass &pass, std::ptrdiff_t i, bool moves,
                      BlockSums *kinetic)
  {
    if (!moves && !kinetic) return;
    SphereLanes<Real> spheres(atoms, i);
    if (moves) spheres.kick(atoms, i, [&](auto... sphere) { barostat::second_kick(pass.step, sphere...); });
    if (kinetic) spheres.add_kinetic(i, *kinetic);
  }

  // Calls f(type, i, moves, dilates) for all spheres: with Real where all lanes agree in moves and dilates, else
  // with double for each sphere.
  template <class Real, class F>
  void for_each_register(const SphereArrays &atoms, const SpherePass &pass, F f)
  {
    constexpr int lanes = lanes_in<Real>, group_all = 1;
    const int *mask = atoms.mask;
    const int bits_read = (pass.group | pass.dilating) & ~group_all;
    const auto update = [&]<class Some>(std::type_identity<Some> real, std::ptrdiff_t i) {
      f(real, i, (mask[i] & pass.group) != 0, (mask[i] & pass.dilating) != 0);
    };
    std::ptrdiff_t i = 0;
    for (; i + lanes <= atoms.count; i += lanes) {
      int differ = 0;
      if (bits_read)
        for (int lane = 1; lane < lanes; ++lane) differ |= mask[i] ^ mask[i + lane];
      if (!(differ & bits_read))
        update(std::type_identity<Real>{}, i);
      else
        for (int lane = 0; lane < lanes; ++lane) update(std::type_identity<double>{}, i + lane);
    }
    for (; i < atoms.count; ++i) update(std::type_identity<double>{}, i);
  }

  // The passes take their arguments by value: the compiler can then keep them in registers across stores to arrays.

  template <class Real> GRANULAR_SRT_FLATTEN void first_half(SphereArrays atoms, SpherePass pass)
  {
    for_each_register<Real>(
        atoms, pass, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool dilates) {
          first_half_of<Some>(atoms, pass, i, moves, dilates);
        });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void second_half(SphereArrays atoms, SpherePass pass, BlockSums *kinetic)
  {
    for_each_register<Real>(atoms, pass,
                            [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool) {
                              second_half_of<Some>(atoms, pass, i, moves, kinetic);
                            });
  }

  template <class Real> GRANULAR_SRT_FLATTEN void kinetic_stress(SphereArrays atoms, BlockSums &kinetic)
  {
    constexpr int lanes = lanes_in<Real>;
    std::ptrdiff_t i = 0;
    for (; i + lanes <= atoms.count; i += lanes) SphereLanes<Real>(atoms, i).add_kinetic(i, kinetic);
    for (; i < atoms.count; ++i) SphereLanes<double>(atoms, i).add_kinetic(i, kinetic);
  }

}    // namespace detail

/// Passes of fix nph/sphere and fix nve/sphere over all spheres, compiled for one instruction set.
struct SpherePasses {
  /// Before the force computation: first_kick() and drift() of src/barostat/sphere_step.h.
  void (*first_half)(SphereArrays atoms, SpherePass pass);
  /// After the force computation: second_kick() of src/barostat/sphere_step.h.
  /// \param kinetic  null, or sums to which the kinetic stress of all spheres is added [energy]
  void (*second_half)(SphereArrays atoms, SpherePass pass, BlockSums *kinetic);
  /// Adds the kinetic stress of all spheres [energy].
  void (*kinetic_stress)(SphereArrays atoms, BlockSums &kinetic);
};

namespace detail {
  template <class Real> constexpr SpherePasses sphere_passes_of()
  {
    return {first_half<Real>, second_half<Real>, kinetic_stress<Real>};
  }
}    // namespace detail

}    // namespace granular_srt
