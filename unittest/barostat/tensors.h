#pragma once

#include "barostat/cell.h"

#include <array>

/// Algebra of full 3x3 matrices, against which the tests check the algebra of six numbers.
namespace tensors {

using granular_srt::barostat::Cell;
using granular_srt::barostat::Controlled;
using granular_srt::barostat::Voigt;
using Matrix = std::array<std::array<double, 3>, 3>;

inline Matrix upper(const Voigt &h)
{
  return {{{h.value[0], h.value[5], h.value[4]}, {0.0, h.value[1], h.value[3]}, {0.0, 0.0, h.value[2]}}};
}

inline Matrix symmetric(const Voigt &s)
{
  return {{{s.value[0], s.value[5], s.value[4]},
           {s.value[5], s.value[1], s.value[3]},
           {s.value[4], s.value[3], s.value[2]}}};
}

inline Matrix transposed(const Matrix &a)
{
  Matrix t{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) t[i][j] = a[j][i];
  return t;
}

inline Matrix product(const Matrix &a, const Matrix &b)
{
  Matrix c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

inline double trace(const Matrix &a)
{
  return a[0][0] + a[1][1] + a[2][2];
}

/// Matrix exponential by 20 terms of its series, which reach rounding error for entries below 1.
inline Matrix exponential(const Matrix &a)
{
  Matrix term{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, sum = term;
  for (int n = 1; n <= 20; ++n) {
    term = product(term, a);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        term[i][j] /= n;
        sum[i][j] += term[i][j];
      }
  }
  return sum;
}

inline constexpr Controlled all_six = {{true, true, true, true, true, true}};

inline Cell example_cell()
{
  return {{-1.0, 0.5, 2.0}, {6.0, 5.5, 8.0}, -1.3, 0.9, 1.7};
}

}    // namespace tensors
