#pragma once

#include "block_sums.h"
#include "lane_memory.h"
#include "sphere_pass.h"

#include <type_traits>

namespace granular_srt {

namespace detail {

  // What a pass may change of one register of spheres.
  template <class Real> struct Spheres {
    Real mass, radius, v[3], omega[3];

    Spheres(const SphereArrays &atoms, std::ptrdiff_t i) :
        mass{load<Real>(atoms.mass + i)}, radius{load<Real>(atoms.radius + i)}
    {
      load_rows(atoms.v + 3 * i, v);
      load_rows(atoms.omega + 3 * i, omega);
    }

    // Calls apply(mass, radius, force, torque, v, omega), one of the kicks.
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
      const int place = static_cast<int>(i % block);
      for (int k = 0; k < 6; ++k) sum[k] = kinetic.at<Real>(k, place);
      barostat::add_sphere_kinetic(sum, mass, radius, v, omega);
      for (int k = 0; k < 6; ++k) kinetic.set(k, place, sum[k]);
    }
  };

  template <class Real>
  void first_half_of(const SphereArrays &atoms, const SpherePass &pass, std::ptrdiff_t i, bool moves,
                     bool dilates)
  {
    Spheres<Real> spheres(atoms, i);
    if (moves)
      spheres.kick(atoms, i, [&](auto... sphere) { barostat::first_kick(pass.step, sphere...); });
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
    Spheres<Real> spheres(atoms, i);
    if (moves)
      spheres.kick(atoms, i, [&](auto... sphere) { barostat::second_kick(pass.step, sphere...); });
    if (kinetic) spheres.add_kinetic(i, *kinetic);
  }

  // Calls f(i, moves, dilates), with Real for registers whose atoms are all alike in that, and with double
  // for each atom of the others.
  template <class Real, class F>
  void over_registers(const SphereArrays &atoms, const SpherePass &pass, F f)
  {
    constexpr int lanes = lanes_in<Real>, group_all = 1;
    const int *mask = atoms.mask;
    const int matters = (pass.group | pass.dilating) & ~group_all;
    const auto one = [&]<class Some>(std::type_identity<Some> real, std::ptrdiff_t i) {
      f(real, i, (mask[i] & pass.group) != 0, (mask[i] & pass.dilating) != 0);
    };
    std::ptrdiff_t i = 0;
    for (; i + lanes <= atoms.count; i += lanes) {
      int differ = 0;
      if (matters)
        for (int lane = 1; lane < lanes; ++lane) differ |= mask[i] ^ mask[i + lane];
      if (!(differ & matters))
        one(std::type_identity<Real>{}, i);
      else
        for (int lane = 0; lane < lanes; ++lane) one(std::type_identity<double>{}, i + lane);
    }
    for (; i < atoms.count; ++i) one(std::type_identity<double>{}, i);
  }

  // Each works on copies of its arguments: what nothing else can change need not be read again after each store.

  template <class Real>
  GRANULAR_SRT_FLATTEN void first_half(SphereArrays atoms, SpherePass pass)
  {
    over_registers<Real>(atoms, pass,
                         [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool dilates) {
                           first_half_of<Some>(atoms, pass, i, moves, dilates);
                         });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void second_half(SphereArrays atoms, SpherePass pass, BlockSums *kinetic)
  {
    over_registers<Real>(atoms, pass,
                         [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool) {
                           second_half_of<Some>(atoms, pass, i, moves, kinetic);
                         });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void kinetic_stress(SphereArrays atoms, BlockSums &kinetic)
  {
    constexpr int lanes = lanes_in<Real>;
    std::ptrdiff_t i = 0;
    for (; i + lanes <= atoms.count; i += lanes) Spheres<Real>(atoms, i).add_kinetic(i, kinetic);
    for (; i < atoms.count; ++i) Spheres<double>(atoms, i).add_kinetic(i, kinetic);
  }

}    // namespace detail

/// The passes of fix nph/sphere over all spheres.
struct SpherePasses {
  /// Up to the new positions: the cell's action on the velocities, the kick by force and torque, half of
  /// the cell's motion, the drift, the other half.
  void (*first_half)(SphereArrays atoms, SpherePass pass);
  /// After the new forces: the kick, then the cell's action; adds the kinetic stress of all spheres.
  /// \param kinetic  may be null
  void (*second_half)(SphereArrays atoms, SpherePass pass, BlockSums *kinetic);
  /// Adds the kinetic stress of all spheres.
  void (*kinetic_stress)(SphereArrays atoms, BlockSums &kinetic);
};

namespace detail {
  template <class Real> constexpr SpherePasses sphere_passes_of()
  {
    return {first_half<Real>, second_half<Real>, kinetic_stress<Real>};
  }
}    // namespace detail

}    // namespace granular_srt
