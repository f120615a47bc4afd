#pragma once

#include "block_sums.h"
#include "passes.h"
#include "rows.h"

#include "barostat/sphere_motion.h"

#include <cstddef>

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

  // The passes take their arguments by value, so that the compiler can keep them in registers across stores to arrays.

  template <class Real> GRANULAR_SRT_FLATTEN void first_half(SphereArrays atoms, SpherePass pass)
  {
    for_each_register<Real>(
        atoms.count, atoms.mask, pass.group, pass.dilating,
        [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool dilates) {
          if (!moves && !dilates) return;
          SphereLanes<Some> spheres(atoms, i);
          if (moves) spheres.kick(atoms, i, [&](auto... one) { barostat::first_kick(pass.step, one...); });
          if (!pass.step.drift) return;
          Some x[3];
          load_rows(atoms.x + 3 * i, x);
          barostat::drift(pass.step, moves, dilates, spheres.v, x);
          store_rows(atoms.x + 3 * i, x);
        });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void second_half(SphereArrays atoms, SpherePass pass, BlockSums *kinetic)
  {
    for_each_register<Real>(atoms.count, atoms.mask, pass.group, pass.dilating,
                            [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool) {
                              if (!moves && !kinetic) return;
                              SphereLanes<Some> spheres(atoms, i);
                              if (moves)
                                spheres.kick(atoms, i,
                                             [&](auto... one) { barostat::second_kick(pass.step, one...); });
                              if (kinetic) spheres.add_kinetic(i, *kinetic);
                            });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void next_step(SphereArrays atoms, SpherePass pass, WeightPass weight)
  {
    for_each_register<Real>(
        atoms.count, atoms.mask, pass.group, weight.group,
        [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool moves, bool has_weight) {
          if (moves) {
            SphereLanes<Some> spheres(atoms, i);
            spheres.kick(atoms, i, [&](Some mass, Some radius, Some *force, auto... rest) {
              const Some acceleration[3] = {Some(weight.acceleration[0]), Some(weight.acceleration[1]),
                                            Some(weight.acceleration[2])};
              if (has_weight) barostat::add_scaled(force, mass, acceleration);
              barostat::second_kick(pass.step, mass, radius, force, rest...);
              barostat::first_kick(pass.step, mass, radius, force, rest...);
            });
            Some x[3];
            load_rows(atoms.x + 3 * i, x);
            barostat::drift(pass.step, true, false, spheres.v, x);
            store_rows(atoms.x + 3 * i, x);
          }
          const Some none[3] = {Some(0.0), Some(0.0), Some(0.0)};
          store_rows(atoms.f + 3 * i, none);
          store_rows(atoms.torque + 3 * i, none);
        });
  }

  template <class Real> GRANULAR_SRT_FLATTEN void kinetic_stress(SphereArrays atoms, BlockSums &kinetic)
  {
    for_each_item<Real>(atoms.count, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i) {
      SphereLanes<Some>(atoms, i).add_kinetic(i, kinetic);
    });
  }

}    // namespace detail

/// Passes of fix nph/sphere and fix nve/sphere over all spheres, compiled for one instruction set.
struct SpherePasses {
  /// Before the force computation: first_kick() and drift() of src/barostat/sphere_step.h.
  void (*first_half)(SphereArrays atoms, SpherePass pass);
  /// After the force computation: second_kick() of src/barostat/sphere_step.h.
  /// \param kinetic  null, or sums to which the kinetic stress of all spheres is added [energy]
  void (*second_half)(SphereArrays atoms, SpherePass pass, BlockSums *kinetic);
  /// second_half(), then first_half() of the next step with the same loads and the weight. Then these are zero.
  void (*next_step)(SphereArrays atoms, SpherePass pass, WeightPass weight);
  /// Adds the kinetic stress of all spheres [energy].
  void (*kinetic_stress)(SphereArrays atoms, BlockSums &kinetic);
};

/* ---- weight ---- */

/// LAMMPS' per-atom arrays of the atoms of this rank. Vectors are stored as [atom * 3 + dimension].
struct WeightArrays {
  int count;             ///< number of atoms
  const double *x;       ///< [length]
  double *f;             ///< [force]
  const double *mass;    ///< [mass]
  const int *mask;
};

namespace detail {

  template <class Real> GRANULAR_SRT_FLATTEN double add_weight(WeightArrays atoms, WeightPass pass)
  {
    double energy = 0.0;
    for_each_register<Real>(atoms.count, atoms.mask, pass.group, 0,
                            [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool in_group, bool) {
                              if (!in_group) return;
                              const Some mass = load<Some>(atoms.mass + i);
                              const Some acceleration[3] = {Some(pass.acceleration[0]),
                                                            Some(pass.acceleration[1]),
                                                            Some(pass.acceleration[2])};
                              Some f[3], x[3];
                              load_rows(atoms.f + 3 * i, f);
                              barostat::add_scaled(f, mass, acceleration);
                              store_rows(atoms.f + 3 * i, f);
                              load_rows(atoms.x + 3 * i, x);
                              double term[lanes_in<Some>];
                              store(term, barostat::potential_energy(mass, acceleration, x));
                              // one after the other: the same bits as LAMMPS' sum
                              for (const double one : term) energy += one;
                            });
    return energy;
  }

}    // namespace detail

/// Adds the weight of each atom of the group to its force. Compiled for one instruction set.
/// \return potential energy of these atoms [force length], summed in the order of the atoms
using AddWeight = double (*)(WeightArrays atoms, WeightPass pass);

}    // namespace granular_srt
