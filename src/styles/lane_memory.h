#pragma once

#include "contact/history.h"
#include "contact/annotate.h"
#include "contact/lanes.h"
#include "contact/vec3.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace granular_srt {

/// \file
/// Between LAMMPS' arrays and the lanes of a Real. Rows of memory are moved two doubles at a time, and the
/// lane is a constant wherever it can be, so that lanes stay in registers.

using contact::Lanes;
using contact::Twin;
using contact::lanes_in;
using contact::Vec3;

/// Calls f with each lane as a compile-time constant.
template <class Real, class F> void for_each_lane(F f)
{
  [&]<int... lane>(std::integer_sequence<int, lane...>) {
    (f(std::integral_constant<int, lane>{}), ...);
  }(std::make_integer_sequence<int, lanes_in<Real>>{});
}

template <class Real> double lane_of(Real a, int lane)
{
  if constexpr (lanes_in<Real> == 1)
    return a;
  else
    return a[lane];
}

template <class Real> Vec3<double> row_of(const Vec3<Real> &a, int lane)
{
  return {lane_of(a.x, lane), lane_of(a.y, lane), lane_of(a.z, lane)};
}

inline Vec3<double> row_of(const double *rows, int index)
{
  return contact::load_vector(rows + 3 * index);
}

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
    return [&]<int... lane>(std::integer_sequence<int, lane...>) {
      return Real(typename Real::Values{f(lane)...});
    }(std::make_integer_sequence<int, Real::count>{});
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

/// Two doubles of a row.
using Pair = Lanes<2>;

/// Column 0 and 1 of four pairs, as lanes.
inline std::pair<Lanes<4>, Lanes<4>> transposed(Pair a, Pair b, Pair c, Pair d)
{
  const auto ac = __builtin_shufflevector(a.values(), c.values(), 0, 1, 2, 3);
  const auto bd = __builtin_shufflevector(b.values(), d.values(), 0, 1, 2, 3);
  return {Lanes<4>(__builtin_shufflevector(ac, bd, 0, 4, 2, 6)),
          Lanes<4>(__builtin_shufflevector(ac, bd, 1, 5, 3, 7))};
}

/// The first `size` doubles at place(lane), as lanes. The size may be a std::integral_constant.
template <class Real, class Size, class Place>
void load_columns(Size size, Place place, Real *columns)
{
  int k = 0;
  if constexpr (lanes_in<Real> % 4 == 0)
    for (; k + 2 <= size; k += 2) {
      const auto pair = [&](int lane) { return load<Pair>(place(lane) + k); };
      if constexpr (is_twin<Real>) {
        std::tie(columns[k].first, columns[k + 1].first) =
            transposed(pair(0), pair(1), pair(2), pair(3));
        std::tie(columns[k].second, columns[k + 1].second) =
            transposed(pair(4), pair(5), pair(6), pair(7));
      } else {
        std::tie(columns[k], columns[k + 1]) = transposed(pair(0), pair(1), pair(2), pair(3));
      }
    }
  for (; k < size; ++k)
    columns[k] = each_lane<Real>([&](int lane) { return place(lane)[k]; });
}

/// A size known when compiling.
template <int n> inline constexpr std::integral_constant<int, n> constant_size{};

/// The three doubles at place(lane), as lanes of a vector.
template <class Real, class Place> Vec3<Real> gather_rows(Place place)
{
  Real columns[3];
  load_columns(constant_size<3>, place, columns);
  return {columns[0], columns[1], columns[2]};
}

/// The three doubles of consecutive rows, as lanes.
template <class Real> void load_rows(const double *rows, Real *columns)
{
  if constexpr (lanes_in<Real> == 1) {
    for (int k = 0; k < 3; ++k) columns[k] = rows[k];
  } else if constexpr (is_twin<Real>) {
    using Half = decltype(Real::first);
    Half first[3], second[3];
    load_rows(rows, first);
    load_rows(rows + 3 * Half::count, second);
    for (int k = 0; k < 3; ++k) columns[k] = {first[k], second[k]};
  } else {
    static_assert(Real::count == 4);
    const auto a = load<Real>(rows).values(), b = load<Real>(rows + 4).values(),
               c = load<Real>(rows + 8).values();
    const auto xy = __builtin_shufflevector(a, b, 0, 1, 6, 7);
    const auto zx = __builtin_shufflevector(a, c, 2, 3, 4, 5);
    const auto yz = __builtin_shufflevector(b, c, 0, 1, 6, 7);
    columns[0] = Real(__builtin_shufflevector(xy, zx, 0, 5, 2, 7));
    columns[1] = Real(__builtin_shufflevector(xy, yz, 1, 4, 3, 6));
    columns[2] = Real(__builtin_shufflevector(zx, yz, 0, 5, 2, 7));
  }
}

/// The inverse of load_rows.
template <class Real> void store_rows(double *rows, const Real *columns)
{
  if constexpr (lanes_in<Real> == 1) {
    for (int k = 0; k < 3; ++k) rows[k] = columns[k];
  } else if constexpr (is_twin<Real>) {
    using Half = decltype(Real::first);
    const Half first[3] = {columns[0].first, columns[1].first, columns[2].first};
    const Half second[3] = {columns[0].second, columns[1].second, columns[2].second};
    store_rows(rows, first);
    store_rows(rows + 3 * Half::count, second);
  } else {
    static_assert(Real::count == 4);
    const auto x = columns[0].values(), y = columns[1].values(), z = columns[2].values();
    const auto xy = __builtin_shufflevector(x, y, 0, 4, 2, 6);
    const auto zx = __builtin_shufflevector(z, x, 0, 5, 2, 7);
    const auto yz = __builtin_shufflevector(y, z, 1, 5, 3, 7);
    store(rows, Real(__builtin_shufflevector(xy, zx, 0, 1, 4, 5)));
    store(rows + 4, Real(__builtin_shufflevector(yz, xy, 0, 1, 6, 7)));
    store(rows + 8, Real(__builtin_shufflevector(zx, yz, 2, 3, 6, 7)));
  }
}

/// One lane of two columns.
template <int lane, class Real> Pair pair_of(Real first, Real second)
{
  if constexpr (!is_twin<Real>)
    return Pair(__builtin_shufflevector(first.values(), second.values(), lane, Real::count + lane));
  else if constexpr (lane < Real::count / 2)
    return pair_of<lane>(first.first, second.first);
  else
    return pair_of<lane - Real::count / 2>(first.second, second.second);
}

/// The inverse of load_columns for one lane.
template <int lane, class Real, class Size>
void store_columns(Size size, double *place, const Real *columns)
{
  int k = 0;
  if constexpr (lanes_in<Real> > 1)
    for (; k + 2 <= size; k += 2) store(place + k, pair_of<lane>(columns[k], columns[k + 1]));
  for (; k < size; ++k) place[k] = lane_of(columns[k], lane);
}

/// row += that lane of a
template <int lane, class Real> void add_to_row(double *row, const Vec3<Real> &a)
{
  if constexpr (lanes_in<Real> > 1) {
    store(row, load<Pair>(row) + pair_of<lane>(a.x, a.y));
  } else {
    row[0] += a.x;
    row[1] += a.y;
  }
  row[2] += lane_of(a.z, lane);
}

/// row -= that lane of a
template <int lane, class Real> void subtract_from_row(double *row, const Vec3<Real> &a)
{
  if constexpr (lanes_in<Real> > 1) {
    store(row, load<Pair>(row) - pair_of<lane>(a.x, a.y));
  } else {
    row[0] -= a.x;
    row[1] -= a.y;
  }
  row[2] -= lane_of(a.z, lane);
}

}    // namespace granular_srt
