#pragma once

#include "contact_loop.h"
#include "lane_access.h"

#include "contact/frame.h"

#include <bit>
#include <type_traits>

namespace granular_srt {

/// Finds the overlapping pairs among pairs[which[0]], pairs[which[1]], ... Returns their number.
/// \param x, radius  [atom * 3 + dimension], [atom] [length]
/// \param found      the entries of `which` whose pairs overlap, in the order of `which`; has memory for `count`
using FindOverlaps = int (*)(const ClosePair *pairs, const int *which, int count, const double *x,
                             const double *radius, int *found);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN int find_overlaps(const ClosePair *pairs, const int *which, int count, const double *x,
                                         const double *radius, int *found)
  {
    const auto overlap = [&]<class Some>(std::type_identity<Some>, int first) {
      const auto pair = [&](int lane) { return pairs[which[first + lane]]; };
      const auto position = [&](int atom) { return x + 3 * std::ptrdiff_t{atom}; };
      const Vec3<Some> separation = gather_rows<Some>([&](int lane) { return position(pair(lane).i); }) -
          gather_rows<Some>([&](int lane) { return position(pair(lane).j()); });
      return contact::overlapping(dot(separation, separation),
                                  each_lane<Some>([&](int lane) { return radius[pair(lane).i]; }),
                                  each_lane<Some>([&](int lane) { return radius[pair(lane).j()]; }));
    };
    int k = 0, many = 0;
    if constexpr (lanes_in<Real> != 1)
      for (; k + lanes_in<Real> <= count; k += lanes_in<Real>) {
        unsigned overlapping = lanes_where(overlap(std::type_identity<Real>{}, k));
        for (; overlapping; overlapping &= overlapping - 1u)
          found[many++] = which[k + std::countr_zero(overlapping)];
      }
    for (; k < count; ++k)
      if (overlap(std::type_identity<double>{}, k)) found[many++] = which[k];
    return many;
  }

}    // namespace detail
}    // namespace granular_srt
