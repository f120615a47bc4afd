#pragma once

#include "lane_bits.h"

#include <bit>

namespace granular_srt {

/// Spheres in the order of the cells of a grid. Each array has room for most_lanes more doubles, which may be anything.
struct SortedSpheres {
  static constexpr int most_lanes = 8;
  const double *x, *y, *z;    ///< centers [length]
  const double *radius;       ///< [length]
};

/// Finds the spheres first ... last - 1 whose surface is less than `reach` from a point. Returns their number.
/// \param found  their indices in ascending order; has room for last - first
using FindNear = int (*)(const SortedSpheres &spheres, int first, int last, const Vec3<double> &x, double reach,
                         int *found);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN int find_near(const SortedSpheres &spheres, int first, int last, const Vec3<double> &x,
                                     double reach, int *found)
  {
    constexpr int lanes = lanes_in<Real>;
    const Vec3<Real> center{Real(x.x), Real(x.y), Real(x.z)};
    int many = 0;
    for (int k = first; k < last; k += lanes) {
      const Vec3<Real> separation =
          Vec3<Real>{load<Real>(spheres.x + k), load<Real>(spheres.y + k), load<Real>(spheres.z + k)} - center;
      const Real farthest = Real(reach) + load<Real>(spheres.radius + k);
      unsigned bits = lane_bits(dot(separation, separation) < farthest * farthest);
      if (last - k < lanes) bits &= (1u << (last - k)) - 1u;
      for (; bits; bits &= bits - 1u) found[many++] = k + std::countr_zero(bits);
    }
    return many;
  }

}    // namespace detail
}    // namespace granular_srt
