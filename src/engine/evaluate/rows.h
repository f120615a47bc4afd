#pragma once

#include "lane_access.h"

#include <cstddef>
#include <type_traits>

namespace granular_srt {

/// \file
/// Loads and stores consecutive rows of three doubles, one row per lane; passes over all atoms in registers.

// n rows of three doubles fill three registers. The double (row, column) is at place (3 row + column) % n of
// register (3 row + column) / n. The doubles of a column lie at n different places, so two blends and one
// permutation collect them.

/// Row whose double of this column is at this place of a register (3 is its own inverse modulo 2, 4 and 8).
template <int n> constexpr int row_at(int place, int column)
{
  return 3 * (place + n - column) % n;
}

/// The register of that double.
template <int n> constexpr int register_at(int place, int column)
{
  return (3 * row_at<n>(place, column) + column) / n;
}

/// One of the three columns of n consecutive rows.
template <int column, int n> Lanes<n> column_of_rows(const double *rows)
{
  const auto ab =
      shuffled<n, [](int place) { return register_at<n>(place, column) == 1 ? n + place : place; }>(
          load<Lanes<n>>(rows), load<Lanes<n>>(rows + n));
  const auto abc =
      shuffled<n, [](int place) { return register_at<n>(place, column) == 2 ? n + place : place; }>(
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
  const auto xy =
      shuffled<n, [](int place) { return (n * number + place) % 3 == 1 ? n + place : place; }>(x, y);
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

/// Calls f(std::type_identity<Some>{}, i) for all items: Some is Real for items i, i + 1, ..., then double for the last
/// ones.
template <class Real, class F> void for_each_item(std::ptrdiff_t count, F f)
{
  constexpr int lanes = lanes_in<Real>;
  std::ptrdiff_t i = 0;
  for (; i + lanes <= count; i += lanes) f(std::type_identity<Real>{}, i);
  for (; i < count; ++i) f(std::type_identity<double>{}, i);
}

/// Calls f(std::type_identity<Some>{}, i, in_first, in_second) for all atoms, with the membership of atom i in two
/// groups. Some is Real, for atoms i, i + 1, ... that are alike in both memberships, or double for one atom.
/// \param mask           bits of the groups of each atom, as in LAMMPS
/// \param first, second  bits of the two groups
template <class Real, class F> void for_each_register(int count, const int *mask, int first, int second, F f)
{
  constexpr int lanes = lanes_in<Real>, group_all = 1;
  const int bits_read = (first | second) & ~group_all;
  const auto update = [&]<class Some>(std::type_identity<Some> real, std::ptrdiff_t i) {
    f(real, i, (mask[i] & first) != 0, (mask[i] & second) != 0);
  };
  std::ptrdiff_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    int differ = 0;
    if (bits_read)
      for (int lane = 1; lane < lanes; ++lane) differ |= mask[i] ^ mask[i + lane];
    if (!(differ & bits_read))
      update(std::type_identity<Real>{}, i);
    else
      for (int lane = 0; lane < lanes; ++lane) update(std::type_identity<double>{}, i + lane);
  }
  for (; i < count; ++i) update(std::type_identity<double>{}, i);
}

}    // namespace granular_srt
