#pragma once

#include "block_sums.h"
#include "lane_access.h"
#include "rows.h"
#include "sphere_pass.h"

namespace granular_srt {

namespace detail {

  template <class Real> Real dot3(const Real *a, const Real *b)
  {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  // Of whole arrays: no row has to be taken apart.
  template <class Real>
  GRANULAR_SRT_FLATTEN void product(const double *a, const double *b, int count, Blocks<1> &sum)
  {
    for_each_item<Real>(count, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i) {
      sum.add(0, static_cast<int>(i % terms_in_block), load<Some>(a + i) * load<Some>(b + i));
    });
  }

  template <class Real> GRANULAR_SRT_FLATTEN void kinetic_energies(SphereArrays atoms, Blocks<2> &sums)
  {
    for_each_item<Real>(atoms.count, [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i) {
      const int place = static_cast<int>(i % terms_in_block);
      const Some mass = load<Some>(atoms.mass + i), radius = load<Some>(atoms.radius + i);
      Some v[3], omega[3];
      load_rows(atoms.v + 3 * i, v);
      load_rows(atoms.omega + 3 * i, omega);
      sums.add(0, place, mass * dot3(v, v));
      sums.add(1, place, mass * radius * radius * dot3(omega, omega));
    });
  }

  // Calls task(place in its block, mass, velocity) for the atoms of a group.
  template <class Real, class Task> void for_each_moving(SphereArrays atoms, int group, Task task)
  {
    for_each_register<Real>(atoms.count, atoms.mask, group, 0,
                            [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool in_group, bool) {
                              if (!in_group) return;
                              Some v[3];
                              load_rows(atoms.v + 3 * i, v);
                              task(static_cast<int>(i % terms_in_block), load<Some>(atoms.mass + i), v);
                            });
  }

  template <class Real>
  GRANULAR_SRT_FLATTEN void momentum_flux(SphereArrays atoms, int group, Blocks<6> &sums)
  {
    for_each_moving<Real>(atoms, group, [&]<class Some>(int place, const Some &mass, const Some *v) {
      const Some p[3] = {mass * v[0], mass * v[1], mass * v[2]};
      const Some products[6] = {p[0] * v[0], p[1] * v[1], p[2] * v[2], p[0] * v[1], p[0] * v[2], p[1] * v[2]};
      for (int k = 0; k < 6; ++k) sums.add(k, place, products[k]);
    });
  }

  template <class Real> GRANULAR_SRT_FLATTEN void momentum(SphereArrays atoms, int group, Blocks<3> &sums)
  {
    for_each_moving<Real>(atoms, group, [&]<class Some>(int place, const Some &mass, const Some *v) {
      for (int k = 0; k < 3; ++k) sums.add(k, place, mass * v[k]);
    });
  }

}    // namespace detail

/// Passes of the ledger of energy over all spheres, compiled for one instruction set. They add to their sums.
struct EnergyPasses {
  void (*product)(const double *a, const double *b, int count, Blocks<1> &sum);    ///< a b of two arrays
  void (*kinetic)(SphereArrays atoms, Blocks<2> &sums);    ///< m v^2, m r^2 omega^2 [mass velocity^2]
  void (*momentum_flux)(
      SphereArrays atoms, int group,
      Blocks<6> &sums);    ///< m v v of the atoms of a group, xx yy zz xy xz yz [mass velocity^2]
  void (*momentum)(SphereArrays atoms, int group,
                   Blocks<3> &sums);    ///< m v of the atoms of a group [mass velocity]
};

}    // namespace granular_srt
