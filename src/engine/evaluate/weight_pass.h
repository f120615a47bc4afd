#pragma once

#include "group_registers.h"
#include "lane_access.h"
#include "rows.h"

#include "barostat/sphere_motion.h"

#include <cstddef>

namespace granular_srt {

/// LAMMPS' per-atom arrays of the atoms of this rank. Vectors are stored as [atom * 3 + dimension].
struct WeightArrays {
  int count;    ///< number of atoms
  const double *x;
  double *f;
  const double *mass;
  const int *mask;
};

/// Arguments of the pass of fix gravity.
struct WeightPass {
  int group;    ///< bits of the groups whose atoms have a weight
  double acceleration[3];
};

namespace detail {

  template <class Real>
  void add_weight_of(const WeightArrays &atoms, const WeightPass &pass, std::ptrdiff_t i, double &energy)
  {
    const Real mass = load<Real>(atoms.mass + i);
    const Real acceleration[3] = {Real(pass.acceleration[0]), Real(pass.acceleration[1]),
                                  Real(pass.acceleration[2])};
    Real f[3], x[3];
    load_rows(atoms.f + 3 * i, f);
    barostat::add_scaled(f, mass, acceleration);
    store_rows(atoms.f + 3 * i, f);
    load_rows(atoms.x + 3 * i, x);
    double term[lanes_in<Real>];
    store(term, barostat::potential_energy(mass, acceleration, x));
    // one after the other: the same bits as LAMMPS' sum
    for (const double one : term) energy += one;
  }

  template <class Real> GRANULAR_SRT_FLATTEN double add_weight(WeightArrays atoms, WeightPass pass)
  {
    double energy = 0.0;
    for_each_register<Real>(atoms.count, atoms.mask, pass.group, 0,
                            [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t i, bool in_group, bool) {
                              if (in_group) add_weight_of<Some>(atoms, pass, i, energy);
                            });
    return energy;
  }

}    // namespace detail

/// Adds the weight of each atom of the group to its force. Compiled for one instruction set.
/// \return potential energy of these atoms, summed in the order of the atoms
using AddWeight = double (*)(WeightArrays atoms, WeightPass pass);

}    // namespace granular_srt
