#pragma once

#include "contact/lanes.h"
#include "contact/vec3.h"

#include <type_traits>
#include <utility>

namespace granular_srt {

/// \file
/// Single lanes of a Real, and lanes from and to consecutive doubles. The lane is a compile-time constant
/// where possible, so that a Real stays in registers.

using contact::Lanes;
using contact::lanes_in;
using contact::Twin;
using contact::Vec3;

/// Calls f with each lane as a compile-time constant.
template <class Real, class F> void for_each_lane(F f)
{
  [&]<int... lane>(std::integer_sequence<int, lane...>)
  {
    (f(std::integral_constant<int, lane>{}), ...);
  }
  (std::make_integer_sequence<int, lanes_in<Real>>{});
}

/// The double in one lane.
template <class Real> double lane_of(Real a, int lane)
{
  if constexpr (lanes_in<Real> == 1)
    return a;
  else
    return a[lane];
}

/// The vector in one lane.
template <class Real> Vec3<double> vector_in(const Vec3<Real> &a, int lane)
{
  return {lane_of(a.x, lane), lane_of(a.y, lane), lane_of(a.z, lane)};
}

/// Whether a Real is two registers side by side.
template <class Real> inline constexpr bool is_twin = false;
template <class Half> inline constexpr bool is_twin<Twin<Half>> = true;

/// A Real whose lanes are f(0), f(1), ...
template <class Real, class F> Real each_lane(F f)
{
  if constexpr (lanes_in<Real> == 1) {
    return f(0);
  } else if constexpr (is_twin<Real>) {
    using Half = decltype(Real::first);
    return {each_lane<Half>(f), each_lane<Half>([&](int lane) { return f(Half::count + lane); })};
  } else {
    return [&]<int... lane>(std::integer_sequence<int, lane...>)
    {
      return Real(typename Real::Values{f(lane)...});
    }
    (std::make_integer_sequence<int, Real::count>{});
  }
}

/// A Real from consecutive doubles, wherever they begin, and back.
template <class Real> Real load(const double *p)
{
  if constexpr (lanes_in<Real> == 1) {
    return *p;
  } else if constexpr (is_twin<Real>) {
    using Half = decltype(Real::first);
    return {load<Half>(p), load<Half>(p + Half::count)};
  } else {
    return Real(*reinterpret_cast<const typename Real::Unaligned *>(p));
  }
}

template <class Real> void store(double *p, Real a)
{
  if constexpr (lanes_in<Real> == 1) {
    *p = a;
  } else if constexpr (is_twin<Real>) {
    store(p, a.first);
    store(p + Real::count / 2, a.second);
  } else {
    *reinterpret_cast<typename Real::Unaligned *>(p) = a.values();
  }
}

/// A size known at compile time.
template <int n> inline constexpr std::integral_constant<int, n> constant_size{};

/// A register of `count` lanes: choose(0), choose(1), ... of a and, from n on, of b.
#ifdef __CUDACC__
// nvcc reads this through the headers of src/kokkos and never calls it. It loses the dots of a pack in this builtin
template <int count, auto choose, int n> Lanes<count> shuffled(Lanes<n> a, Lanes<n> b);
#else
template <int count, auto choose, int n> Lanes<count> shuffled(Lanes<n> a, Lanes<n> b)
{
  return [&]<int... lane>(std::integer_sequence<int, lane...>)
  {
    return Lanes<count>(__builtin_shufflevector(a.values(), b.values(), choose(lane)...));
  }
  (std::make_integer_sequence<int, count>{});
}
#endif

}    // namespace granular_srt
