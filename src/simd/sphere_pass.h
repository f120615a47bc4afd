#pragma once

#include "barostat/sphere_step.h"

#include <cstddef>

namespace granular_srt {

/// LAMMPS' per-atom arrays of the atoms that this rank owns; vectors as [atom * 3 + dimension].
struct SphereArrays {
  int count;
  double *x, *v, *omega;
  const double *f, *torque, *mass, *radius;
  const int *mask;
};

/// The spheres first to last - 1 of them.
inline SphereArrays part_of(const SphereArrays &all, int first, int last)
{
  const std::ptrdiff_t row = 3 * std::ptrdiff_t{first};
  return {last - first,      all.x + row,      all.v + row,        all.omega + row, all.f + row,
          all.torque + row, all.mass + first, all.radius + first, all.mask + first};
}

/// What a pass over all spheres does to each.
struct SpherePass {
  int group;       ///< bits of the atoms that are integrated
  int dilating;    ///< bits of the atoms that move with the cell
  barostat::SphereStep step;
};

}    // namespace granular_srt
