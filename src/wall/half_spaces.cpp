#include "half_spaces.h"

#include <cmath>

namespace granular_srt {

using contact::Vec3;

// Half spaces are added one by one. If the shortest way does not lie in the next one, the new shortest way ends on the
// plane of the next one: the same problem in this plane, then on a line of it.
Vec3<double> shortest_way_into(const std::vector<HalfSpace> &spaces, double accuracy)
{
  // sine below which planes, or a line and a plane, count as parallel
  constexpr double parallel = 1e-6;
  Vec3<double> way{0.0, 0.0, 0.0};
  const auto missing = [&](const HalfSpace &space) { return space.depth - dot(space.normal, way); };
  for (auto one = spaces.begin(); one != spaces.end(); ++one) {
    if (!(missing(*one) > accuracy)) continue;
    way = one->depth * one->normal;
    for (auto two = spaces.begin(); two != one; ++two) {
      if (!(missing(*two) > accuracy)) continue;
      const Vec3<double> across = two->normal - dot(two->normal, one->normal) * one->normal;
      const double sine = length(across);
      if (sine < parallel) continue;
      way = one->depth * one->normal;
      way = way + (missing(*two) / (sine * sine)) * across;
      const Vec3<double> line = (1.0 / sine) * cross(one->normal, two->normal);
      for (auto three = spaces.begin(); three != two; ++three) {
        const double slope = dot(three->normal, line);
        if (missing(*three) > accuracy && std::fabs(slope) > parallel)
          way = way + (missing(*three) / slope) * line;
      }
    }
  }
  return way;
}

}    // namespace granular_srt
