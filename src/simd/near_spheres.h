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

/// Consecutive spheres first ... last - 1.
struct SphereRun {
  int first, last;
};

/// Finds the spheres of several runs whose surface is less than `reach` from a point. Returns their number.
/// \param found  their indices, in the order of the runs; has room for all spheres of the runs and most_lanes more
using FindNear = int (*)(const SortedSpheres &spheres, const SphereRun *runs, int many_runs, const Vec3<double> &x,
                         double reach, int *found);

namespace detail {

  template <class Real>
  GRANULAR_SRT_FLATTEN int find_near(const SortedSpheres &spheres, const SphereRun *runs, int many_runs,
                                     const Vec3<double> &x, double reach, int *found)
  {
    constexpr int lanes = lanes_in<Real>;
    const SortedSpheres all = spheres;    // a copy stays in registers
    const Vec3<Real> center{Real(x.x), Real(x.y), Real(x.z)};
    const Real from_center(reach);
    int *next = found;
    for (const SphereRun *run = runs; run != runs + many_runs; ++run)
      for (int k = run->first; k < run->last; k += lanes) {
        const Vec3<Real> separation =
            Vec3<Real>{load<Real>(all.x + k), load<Real>(all.y + k), load<Real>(all.z + k)} - center;
        const Real farthest = from_center + load<Real>(all.radius + k);
        unsigned bits = lane_bits(dot(separation, separation) < farthest * farthest);
        if (run->last - k < lanes) bits &= (1u << (run->last - k)) - 1u;
        for (; bits; bits &= bits - 1u) *next++ = k + std::countr_zero(bits);
      }
    return static_cast<int>(next - found);
  }

}    // namespace detail
}    // namespace granular_srt
