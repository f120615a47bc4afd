#pragma once

#include "contact/vec3.h"

#include <cmath>

namespace granular_srt {

/// A particle as LAMMPS will move it back into the box.
struct PeriodicImage {
  contact::Vec3<double> x;                          ///< position [length]
  contact::Vec3<double> velocity{0.0, 0.0, 0.0};    ///< beside its own: of fix deform remap v [length/time]
  bool moved = false;                               ///< the particle is out of the box
};

/// The periodic boundaries of a box, as plain data with functions that device kernels call too.
struct PeriodicBox {
  bool periodic[3] = {};
  contact::Vec3<double> corner{0.0, 0.0, 0.0};    ///< [length]
  contact::Vec3<double> edge[3] = {};             ///< [length]
  contact::Vec3<double> inverse[3] = {};          ///< parts of the edges in a vector [1/length]
  contact::Vec3<double> rate[3] = {};             ///< of the edges [length/time]
  int remapped = 0;    ///< bits of the group whose velocities change by these at a boundary

  /// Position in parts of an edge.
  [[nodiscard]] GRANULAR_SRT_FN double fraction(const contact::Vec3<double> &x, int axis) const
  {
    return dot(inverse[axis], x - corner);
  }

  /// \param mask  group bits of the particle
  [[nodiscard]] GRANULAR_SRT_FN PeriodicImage image(const contact::Vec3<double> &x, int mask) const
  {
    PeriodicImage found{x};
    for (int axis = 0; axis < 3; ++axis) {
      if (!periodic[axis]) continue;
      const double at = fraction(x, axis);
      if (at >= 0.0 && at < 1.0) continue;
      const double beyond = std::floor(at);
      found.x = found.x - beyond * edge[axis];
      if (mask & remapped) found.velocity = found.velocity - beyond * rate[axis];
      found.moved = true;
    }
    return found;
  }
};

}    // namespace granular_srt
