#pragma once

#include "atom.h"

namespace granular_srt {

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
