#pragma once

#include "lane_access.h"

#include <cmath>

namespace granular_srt {

/// Whether any of n numbers differs from its former value by more than `allowed`.
using AnyMoved = bool (*)(const double *now, const double *before, int n, double allowed);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN bool any_moved(const double *now, const double *before, int n, double allowed)
  {
    using contact::select;
    using std::fabs;
    constexpr int lanes = lanes_in<Real>;
    Real largest(0.0);
    int k = 0;
    for (; k + lanes <= n; k += lanes) {
      const Real change = fabs(load<Real>(now + k) - load<Real>(before + k));
      largest = select(largest < change, change, largest);
    }
    bool found = false;
    for (int lane = 0; lane < lanes; ++lane) found |= lane_of(largest, lane) > allowed;
    for (; k < n; ++k) found |= fabs(now[k] - before[k]) > allowed;
    return found;
  }

}    // namespace detail
}    // namespace granular_srt
