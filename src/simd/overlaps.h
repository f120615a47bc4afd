#pragma once

#include "contacts/close_list.h"
#include "lane_memory.h"

#include "contact/frame.h"

#include <type_traits>

namespace granular_srt {

/// Finds which of some pairs overlap. Returns how many.
/// \param pairs     the pairs that `which` is about
/// \param x, radius  [atom * 3 + dimension], [atom]
/// \param found     those of `which` that overlap, in its order; has room for `count`
using FindOverlaps = int (*)(const ClosePair *pairs, const int *which, int count, const double *x,
                             const double *radius, int *found);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN int find_overlaps(const ClosePair *pairs, const int *which, int count,
                                         const double *x, const double *radius, int *found)
  {
    using contact::any;
    const auto overlap = [&]<class Some>(std::type_identity<Some>, int first) {
      const auto pair = [&](int lane) { return pairs[which[first + lane]]; };
      const auto row = [&](int atom) { return x + 3 * std::ptrdiff_t{atom}; };
      const Vec3<Some> separation = gather_rows<Some>([&](int lane) { return row(pair(lane).i); }) -
          gather_rows<Some>([&](int lane) { return row(pair(lane).j()); });
      return contact::overlapping(dot(separation, separation),
                                  each_lane<Some>([&](int lane) { return radius[pair(lane).i]; }),
                                  each_lane<Some>([&](int lane) { return radius[pair(lane).j()]; }));
    };
    int k = 0, many = 0;
    if constexpr (lanes_in<Real> > 1)
      for (; k + lanes_in<Real> <= count; k += lanes_in<Real>) {
        if (!any(overlap(std::type_identity<Real>{}, k))) [[likely]]
          continue;
        for (int lane = k; lane < k + lanes_in<Real>; ++lane)
          if (overlap(std::type_identity<double>{}, lane)) found[many++] = which[lane];
      }
    for (; k < count; ++k)
      if (overlap(std::type_identity<double>{}, k)) found[many++] = which[k];
    return many;
  }

}    // namespace detail
}    // namespace granular_srt
