#pragma once

#include "gather.h"

#include <algorithm>

namespace granular_srt {

/// A box with edges along the axes [length].
struct Bounds {
  Vec3<double> lowest{0.0, 0.0, 0.0}, highest{0.0, 0.0, 0.0};
};

/// Smallest box that contains these points; the origin if there are none.
/// \param x  [point * 3 + dimension] [length]
inline Bounds bounds_of(const double *x, int count)
{
  if (count == 0) return {};
  Bounds box{row(x, 0), row(x, 0)};
  for (int i = 1; i < count; ++i) {
    const Vec3<double> at = row(x, i);
    box.lowest = {std::min(box.lowest.x, at.x), std::min(box.lowest.y, at.y), std::min(box.lowest.z, at.z)};
    box.highest = {std::max(box.highest.x, at.x), std::max(box.highest.y, at.y),
                   std::max(box.highest.z, at.z)};
  }
  return box;
}

}    // namespace granular_srt
