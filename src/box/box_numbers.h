#pragma once

#include "contact/vec3.h"

#include "domain.h"

#include <algorithm>
#include <array>

namespace granular_srt {

/// Lower corner of a box, then LAMMPS' matrix of its edges: xx yy zz yz xz xy [length].
using BoxNumbers = std::array<double, 9>;

/// Of the present box.
inline BoxNumbers box_numbers(const LAMMPS_NS::Domain &domain)
{
  BoxNumbers box;
  std::copy_n(domain.h, 6, std::copy_n(domain.boxlo, 3, box.begin()));
  return box;
}

/// Edge of a box along an axis, or its rate, from LAMMPS' matrix.
inline contact::Vec3<double> box_edge(const double *h, int axis)
{
  return axis == 0 ? contact::Vec3<double>{h[0], 0.0, 0.0}
      : axis == 1  ? contact::Vec3<double>{h[5], h[1], 0.0}
                   : contact::Vec3<double>{h[4], h[3], h[2]};
}

}    // namespace granular_srt
