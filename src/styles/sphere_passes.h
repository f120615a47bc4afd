#pragma once

#include "block_sums.h"
#include "lane_memory.h"
#include "sphere_pass.h"

#include <type_traits>

namespace granular_srt {

namespace detail {

  template <class Real> void load_vectors(const double *rows, int first, Real *columns)
  {
    load_columns(constant_size<3>, [&](int lane) { return rows + 3 * (first + lane); }, columns);
  }

  template <class Real> void store_vectors(double *rows, int first, const Real *columns)
  {
    for_each_lane<Real>(
        [&](auto lane) { store_columns<lane>(constant_size<3>, rows + 3 * (first + lane), columns); });
  }

  // Calls apply(mass, radius, force, torque, v, omega), one of the kicks, and stores the spin.
  template <class Real, class Kick>
  void kick_of(const SphereArrays &atoms, int i, Real *v, Kick apply)
  {
    Real omega[3], force[3], torque[3];
    load_vectors(atoms.omega, i, omega);
    load_vectors(atoms.f, i, force);
    load_vectors(atoms.torque, i, torque);
    apply(load<Real>(atoms.mass + i), load<Real>(atoms.radius + i), force, torque, v, omega);
    store_vectors(atoms.omega, i, omega);
  }

  template <class Real>
  void first_half_of(const SphereArrays &atoms, const SpherePass &pass, int i, bool moves, bool dilates)
  {
    Real v[3], x[3];
    load_vectors(atoms.v, i, v);
    if (moves) {
      kick_of(atoms, i, v, [&](auto... sphere) { barostat::first_kick(pass.step, sphere...); });
      store_vectors(atoms.v, i, v);
    }
    if (!pass.step.drift) return;
    load_vectors(atoms.x, i, x);
    barostat::drift(pass.step, moves, dilates, v, x);
    store_vectors(atoms.x, i, x);
  }

  template <class Real>
  void second_half_of(const SphereArrays &atoms, const SpherePass &pass, int i, bool moves)
  {
    if (!moves) return;
    Real v[3];
    load_vectors(atoms.v, i, v);
    kick_of(atoms, i, v, [&](auto... sphere) { barostat::second_kick(pass.step, sphere...); });
    store_vectors(atoms.v, i, v);
  }

  template <class Real> void kinetic_of(const SphereArrays &atoms, int i, BlockSums &kinetic)
  {
    Real v[3], omega[3], sum[6];
    load_vectors(atoms.v, i, v);
    load_vectors(atoms.omega, i, omega);
    const Real mass = load<Real>(atoms.mass + i), radius = load<Real>(atoms.radius + i);
    const int place = i % block;
    for (int k = 0; k < 6; ++k) sum[k] = kinetic.at<Real>(k, place);
    barostat::add_sphere_kinetic(sum, mass, radius, v, omega);
    for (int k = 0; k < 6; ++k) kinetic.set(k, place, sum[k]);
  }

  // Calls f(i, moves, dilates), with Real for registers whose atoms are all alike in that, and with double
  // for each atom of the others.
  template <class Real, class F>
  void over_registers(const SphereArrays &atoms, const SpherePass &pass, F f)
  {
    constexpr int lanes = lanes_in<Real>;
    const int *mask = atoms.mask;
    const auto one = [&]<class Some>(std::type_identity<Some> real, int i) {
      f(real, i, (mask[i] & pass.group) != 0, (mask[i] & pass.dilating) != 0);
    };
    int i = 0;
    for (; i + lanes <= atoms.count; i += lanes) {
      int differ = 0;
      for (int lane = 1; lane < lanes; ++lane) differ |= mask[i] ^ mask[i + lane];
      if (!(differ & (pass.group | pass.dilating)))
        one(std::type_identity<Real>{}, i);
      else
        for (int lane = 0; lane < lanes; ++lane) one(std::type_identity<double>{}, i + lane);
    }
    for (; i < atoms.count; ++i) one(std::type_identity<double>{}, i);
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void first_half(const SphereArrays &atoms, const SpherePass &pass)
  {
    over_registers<Real>(atoms, pass,
                         [&]<class Some>(std::type_identity<Some>, int i, bool moves, bool dilates) {
                           first_half_of<Some>(atoms, pass, i, moves, dilates);
                         });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void second_half(const SphereArrays &atoms, const SpherePass &pass,
                                    BlockSums *kinetic)
  {
    over_registers<Real>(atoms, pass,
                         [&]<class Some>(std::type_identity<Some>, int i, bool moves, bool) {
                           second_half_of<Some>(atoms, pass, i, moves);
                           if (kinetic) kinetic_of<Some>(atoms, i, *kinetic);
                         });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void kinetic_stress(const SphereArrays &atoms, BlockSums &kinetic)
  {
    constexpr int lanes = lanes_in<Real>;
    int i = 0;
    for (; i + lanes <= atoms.count; i += lanes) kinetic_of<Real>(atoms, i, kinetic);
    for (; i < atoms.count; ++i) kinetic_of<double>(atoms, i, kinetic);
  }

}    // namespace detail

/// The passes of fix nph/sphere over all spheres.
struct SpherePasses {
  /// Up to the new positions: the cell's action on the velocities, the kick by force and torque, half of
  /// the cell's motion, the drift, the other half.
  void (*first_half)(const SphereArrays &atoms, const SpherePass &pass);
  /// After the new forces: the kick, then the cell's action; adds the kinetic stress of all spheres.
  /// \param kinetic  may be null
  void (*second_half)(const SphereArrays &atoms, const SpherePass &pass, BlockSums *kinetic);
  /// Adds the kinetic stress of all spheres.
  void (*kinetic_stress)(const SphereArrays &atoms, BlockSums &kinetic);
};

namespace detail {
  template <class Real> constexpr SpherePasses sphere_passes_of()
  {
    return {first_half<Real>, second_half<Real>, kinetic_stress<Real>};
  }
}    // namespace detail

}    // namespace granular_srt
