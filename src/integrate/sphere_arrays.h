#pragma once

#include "engine/evaluate/passes.h"

#include "atom.h"

namespace granular_srt {

/// LAMMPS' arrays of the first `count` atoms of this rank, for a pass over spheres.
inline SphereArrays sphere_arrays(const LAMMPS_NS::Atom &atom, int count)
{
  return {count,          atom.x[0],  atom.v[0],   atom.omega[0], atom.f[0],
          atom.torque[0], atom.rmass, atom.radius, atom.mask};
}

/// Calls rotate(mu, length, omega) for each dipole among the first `count` atoms of this rank.
/// \param group  bits of the groups whose dipoles are rotated
template <class Rotate> void for_each_dipole(LAMMPS_NS::Atom &atom, int count, int group, Rotate rotate)
{
  for (int i = 0; i < count; ++i) {
    double *mu = atom.mu[i];
    if ((atom.mask[i] & group) && mu[3] > 0.0) rotate(mu, mu[3], atom.omega[i]);
  }
}

}    // namespace granular_srt
