#pragma once

#include "lane_access.h"

#include <algorithm>

namespace granular_srt {

/// A box with edges along the axes [length].
struct Bounds {
  Vec3<double> lowest{0.0, 0.0, 0.0}, highest{0.0, 0.0, 0.0};
};

/// Smallest box that contains two boxes.
inline Bounds around(const Bounds &a, const Bounds &b)
{
  return {
      {std::min(a.lowest.x, b.lowest.x), std::min(a.lowest.y, b.lowest.y), std::min(a.lowest.z, b.lowest.z)},
      {std::max(a.highest.x, b.highest.x), std::max(a.highest.y, b.highest.y),
       std::max(a.highest.z, b.highest.z)}};
}

/// Smallest box that contains these points; the origin if there are none.
/// \param x  [point * 3 + dimension] [length]
inline Bounds bounds_of(const double *x, int count)
{
  if (count == 0) return {};
  Bounds box{row(x, 0), row(x, 0)};
  for (int i = 1; i < count; ++i) box = around(box, {row(x, i), row(x, i)});
  return box;
}

}    // namespace granular_srt
