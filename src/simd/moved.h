#pragma once

#include "lane_memory.h"

#include <cmath>

namespace granular_srt {

/// Whether any of n coordinates differs from what it was by more than `allowed`.
using Moved = bool (*)(const double *now, const double *before, int n, double allowed);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN bool moved(const double *now, const double *before, int n, double allowed)
  {
    using contact::select;
    using std::fabs;
    constexpr int lanes = lanes_in<Real>;
    Real farthest(0.0);
    int k = 0;
    for (; k + lanes <= n; k += lanes) {
      const Real distance = fabs(load<Real>(now + k) - load<Real>(before + k));
      farthest = select(farthest < distance, distance, farthest);
    }
    bool found = false;
    for (int lane = 0; lane < lanes; ++lane) found |= lane_of(farthest, lane) > allowed;
    for (; k < n; ++k) found |= fabs(now[k] - before[k]) > allowed;
    return found;
  }

}    // namespace detail
}    // namespace granular_srt
