#pragma once

#include "barostat/sphere_step.h"

#include <cstddef>

namespace granular_srt {

/// LAMMPS' per-atom arrays of the atoms of this rank. Vectors are stored as [atom * 3 + dimension].
struct SphereArrays {
  int count;                      ///< number of atoms
  double *x, *v, *omega;          ///< [length], [length/time], [1/time]
  const double *f, *torque;       ///< [force], [force length]
  const double *mass, *radius;    ///< [mass], [length]
  const int *mask;
};

/// Arrays of the atoms first ... last - 1.
inline SphereArrays part_of(const SphereArrays &all, int first, int last)
{
  const std::ptrdiff_t row = 3 * std::ptrdiff_t{first};
  return {last - first,     all.x + row,      all.v + row,        all.omega + row, all.f + row,
          all.torque + row, all.mass + first, all.radius + first, all.mask + first};
}

/// Arguments of a pass over all spheres.
struct SpherePass {
  int group;       ///< bits of the groups whose atoms are integrated
  int dilating;    ///< bits of the groups whose atoms move with the cell
  barostat::SphereStep step;
};

}    // namespace granular_srt
