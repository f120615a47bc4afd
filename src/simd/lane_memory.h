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

/// A register of `count` lanes: choose(0), choose(1), ... of a and, from n on, of b.
template <int count, auto choose, int n> Lanes<count> shuffled(Lanes<n> a, Lanes<n> b)
{
  return [&]<int... lane>(std::integer_sequence<int, lane...>) {
    return Lanes<count>(__builtin_shufflevector(a.values(), b.values(), choose(lane)...));
  }(std::make_integer_sequence<int, count>{});
}

/// Two doubles of a row.
using Pair = Lanes<2>;

/// pair(first), pair(first + 2), ... in one register.
template <int n, class PairAt> Lanes<n> every_other(int first, PairAt pair)
{
  if constexpr (n == Pair::count)
    return pair(first);
  else
    return shuffled<n, [](int lane) { return lane; }>(every_other<n / 2>(first, pair),
                                                      every_other<n / 2>(first + n / 2, pair));
}

/// Column 0 and 1 of the pairs pair(0), pair(1), ..., as lanes.
template <int n, class PairAt> std::pair<Lanes<n>, Lanes<n>> transposed(PairAt pair)
{
  const Lanes<n> even = every_other<n>(0, pair), odd = every_other<n>(1, pair);
  return {shuffled<n, [](int lane) { return lane % 2 ? n + lane - 1 : lane; }>(even, odd),
          shuffled<n, [](int lane) { return lane % 2 ? n + lane : lane + 1; }>(even, odd)};
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
        constexpr int half = Real::count / 2;
        std::tie(columns[k].first, columns[k + 1].first) = transposed<half>(pair);
        std::tie(columns[k].second, columns[k + 1].second) =
            transposed<half>([&](int lane) { return pair(half + lane); });
      } else {
        std::tie(columns[k], columns[k + 1]) = transposed<Real::count>(pair);
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

// n rows of three doubles fill three registers. The double of a row and column is at place (3 row + column) % n of
// register (3 row + column) / n, and those of a column are at different places: blends collect them, and one
// permutation is left.

/// The row whose double of this column is at this place of a register. 3 is its own inverse modulo 2, 4 and 8.
template <int n> constexpr int row_at(int place, int column)
{
  return 3 * (place + n - column) % n;
}

/// The register in which that is.
template <int n> constexpr int register_at(int place, int column)
{
  return (3 * row_at<n>(place, column) + column) / n;
}

/// One of the three columns of n consecutive rows.
template <int column, int n> Lanes<n> column_of_rows(const double *rows)
{
  const auto ab = shuffled<n, [](int place) { return register_at<n>(place, column) == 1 ? n + place : place; }>(
      load<Lanes<n>>(rows), load<Lanes<n>>(rows + n));
  const auto abc = shuffled<n, [](int place) { return register_at<n>(place, column) == 2 ? n + place : place; }>(
      ab, load<Lanes<n>>(rows + 2 * n));
  return shuffled<n, [](int row) { return (3 * row + column) % n; }>(abc, abc);
}

/// A column with each double at its place.
template <int column, int n> Lanes<n> in_places(Lanes<n> lanes)
{
  return shuffled<n, [](int place) { return row_at<n>(place, column); }>(lanes, lanes);
}

/// Register `number` of the three that n consecutive rows fill, from columns with each double at its place.
template <int number, int n> Lanes<n> register_of_rows(Lanes<n> x, Lanes<n> y, Lanes<n> z)
{
  const auto xy = shuffled<n, [](int place) { return (n * number + place) % 3 == 1 ? n + place : place; }>(x, y);
  return shuffled<n, [](int place) { return (n * number + place) % 3 == 2 ? n + place : place; }>(xy, z);
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
    columns[0] = column_of_rows<0, Real::count>(rows);
    columns[1] = column_of_rows<1, Real::count>(rows);
    columns[2] = column_of_rows<2, Real::count>(rows);
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
    constexpr int n = Real::count;
    const Real x = in_places<0>(columns[0]), y = in_places<1>(columns[1]), z = in_places<2>(columns[2]);
    store(rows, register_of_rows<0>(x, y, z));
    store(rows + n, register_of_rows<1>(x, y, z));
    store(rows + 2 * n, register_of_rows<2>(x, y, z));
  }
}

/// One lane of two columns.
template <int lane, class Real> Pair pair_of(Real first, Real second)
{
  if constexpr (!is_twin<Real>) {
    constexpr int n = Real::count, odd = lane % 2;
    const auto pairs = shuffled<n, [](int k) { return k % 2 ? n + k - 1 + odd : k + odd; }>(first, second);
    return shuffled<Pair::count, [](int k) { return lane - odd + k; }>(pairs, pairs);
  } else if constexpr (lane < Real::count / 2)
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
