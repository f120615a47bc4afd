#pragma once

#include "contact/history.h"
#include "contact/lanes.h"

#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace granular_srt {

/// \file
/// Single lanes of a Real, and lanes from and to memory. The lane is a compile-time constant where possible, so that a
/// Real stays in registers.

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

template <class Real> double lane_of(Real a, int lane)
{
  if constexpr (lanes_in<Real> == 1)
    return a;
  else
    return a[lane];
}

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

/// \name Doubles with one address per lane: rows of per-atom arrays, histories of contacts
/// Two doubles are moved at a time.
/// @{

/// Row of an array of vectors.
inline Vec3<double> row(const double *rows, int index)
{
  return contact::load_vector(rows + 3 * std::ptrdiff_t{index});
}

/// Two neighboring doubles of a row.
using TwoDoubles = Lanes<2>;

/// two(first), two(first + 2), ... in one register.
template <int n, class TwoAt> Lanes<n> every_other(int first, TwoAt two)
{
  if constexpr (n == TwoDoubles::count)
    return two(first);
  else
    return shuffled<n, [](int lane) { return lane; }>(every_other<n / 2>(first, two),
                                                      every_other<n / 2>(first + n / 2, two));
}

/// Column 0 and 1 of the pairs two(0), two(1), ..., as lanes.
template <int n, class TwoAt> std::pair<Lanes<n>, Lanes<n>> transposed(TwoAt two)
{
  const Lanes<n> even = every_other<n>(0, two), odd = every_other<n>(1, two);
  return {shuffled<n, [](int lane) { return lane % 2 ? n + lane - 1 : lane; }>(even, odd),
          shuffled<n, [](int lane) { return lane % 2 ? n + lane : lane + 1; }>(even, odd)};
}

/// The first `size` doubles at place(lane), as lanes. The size may be a std::integral_constant.
template <class Real, class Size, class Place> void load_columns(Size size, Place place, Real *columns)
{
  int k = 0;
  if constexpr (lanes_in<Real> != 1)
    for (; k + 2 <= size; k += 2) {
      const auto two = [&](int lane) { return load<TwoDoubles>(place(lane) + k); };
      if constexpr (is_twin<Real>) {
        constexpr int half = Real::count / 2;
        std::tie(columns[k].first, columns[k + 1].first) = transposed<half>(two);
        std::tie(columns[k].second, columns[k + 1].second) =
            transposed<half>([&](int lane) { return two(half + lane); });
      } else {
        std::tie(columns[k], columns[k + 1]) = transposed<Real::count>(two);
      }
    }
  for (; k < size; ++k) columns[k] = each_lane<Real>([&](int lane) { return place(lane)[k]; });
}

/// The three doubles at place(lane), as lanes of a vector.
template <class Real, class Place> Vec3<Real> gather_rows(Place place)
{
  Real columns[3];
  load_columns(constant_size<3>, place, columns);
  return {columns[0], columns[1], columns[2]};
}

template <int lane, class Real> TwoDoubles two_in_lane(Real first, Real second)
{
  if constexpr (!is_twin<Real>) {
    constexpr int n = Real::count, odd = lane % 2;
    const auto pairs = shuffled<n, [](int k) { return k % 2 ? n + k - 1 + odd : k + odd; }>(first, second);
    return shuffled<TwoDoubles::count, [](int k) { return lane - odd + k; }>(pairs, pairs);
  } else if constexpr (lane < Real::count / 2)
    return two_in_lane<lane>(first.first, second.first);
  else
    return two_in_lane<lane - Real::count / 2>(first.second, second.second);
}

/// The inverse of load_columns for one lane.
template <int lane, class Real, class Size> void store_columns(Size size, double *place, const Real *columns)
{
  int k = 0;
  if constexpr (lanes_in<Real> != 1)
    for (; k + 2 <= size; k += 2) store(place + k, two_in_lane<lane>(columns[k], columns[k + 1]));
  for (; k < size; ++k) place[k] = lane_of(columns[k], lane);
}

/// row += that lane of a, or row -= with std::minus<>
template <int lane, class Op = std::plus<>, class Real> void add_to_row(double *row, const Vec3<Real> &a)
{
  constexpr Op op{};
  if constexpr (lanes_in<Real> != 1) {
    store(row, op(load<TwoDoubles>(row), two_in_lane<lane>(a.x, a.y)));
  } else {
    row[0] = op(row[0], a.x);
    row[1] = op(row[1], a.y);
  }
  row[2] = op(row[2], lane_of(a.z, lane));
}
/// @}

}    // namespace granular_srt
