#pragma once

#include "engine/evaluate/sphere_pass.h"

#include "atom.h"

namespace granular_srt {

/// LAMMPS' arrays of the first `count` atoms of this rank, for a pass over spheres.
inline SphereArrays sphere_arrays(const LAMMPS_NS::Atom &atom, int count)
{
  return {count,          atom.x[0],  atom.v[0],   atom.omega[0], atom.f[0],
          atom.torque[0], atom.rmass, atom.radius, atom.mask};
}

}    // namespace granular_srt
