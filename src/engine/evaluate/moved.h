#pragma once

#include "lane_access.h"
#include "rows.h"

#include <cstddef>
#include <type_traits>

namespace granular_srt {

/// Whether any of n points has moved by `allowed` or more, or is not a number.
/// \param now, before  [point * 3 + dimension]
/// \param allowed      [point]
using AnyPointMoved = bool (*)(const double *now, const double *before, const double *allowed, int n);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN bool any_point_moved(const double *now, const double *before, const double *allowed,
                                            int n)
  {
    using contact::all;
    const auto strayed = [&]<class Some>(std::type_identity<Some>, std::ptrdiff_t k) {
      Some a[3], b[3];
      load_rows(now + 3 * k, a);
      load_rows(before + 3 * k, b);
      const Vec3<Some> way = Vec3<Some>{a[0], a[1], a[2]} - Vec3<Some>{b[0], b[1], b[2]};
      const Some most = load<Some>(allowed + k);
      return !all(most * most > dot(way, way));    // NaN is not less
    };
    constexpr int lanes = lanes_in<Real>;
    bool found = false;
    std::ptrdiff_t k = 0;
    for (; k + lanes <= n && !found; k += lanes) found = strayed(std::type_identity<Real>{}, k);
    for (; k < n && !found; ++k) found = strayed(std::type_identity<double>{}, k);
    return found;
  }

}    // namespace detail
}    // namespace granular_srt
