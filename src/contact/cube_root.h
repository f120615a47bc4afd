#pragma once

#include "real.h"

#include <cstdint>
#include <cstring>

namespace granular_srt::contact {

/// \file
/// Cube roots by additions and multiplications, which exist for every Real: registers and single numbers give the same
/// bits.

/// Constants of the first guess of x^(-1/3), which is made from the upper halves of the bits of a double: exponent
/// and first digits together are nearly a logarithm. `whole` + n, n < 2^51, has n in its lower half.
struct CubeRootGuess {
  static constexpr std::uint64_t whole_bits = 0x4330000000000000;    ///< of `whole` = 2^52
  static constexpr double whole = 4503599627370496.0;
  static constexpr double of_one = 1430190000.0;    ///< upper half of the guess + a third of that of x
  static constexpr double third = 1.0 / 3.0;

  /// From the double `whole` + upper half of x: `whole` + upper half of the guess.
  template <class Real> GRANULAR_SRT_FN static Real from(Real upper_half)
  {
    return Real(whole + third * whole + of_one) - Real(third) * upper_half;
  }
};

/// x^(-1/3) within 4 percent, for x > 1e-300.
GRANULAR_SRT_FN double guess_of_inverse_cube_root(double x)
{
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits = bits >> 32 | CubeRootGuess::whole_bits;
  std::memcpy(&x, &bits, sizeof bits);
  x = CubeRootGuess::from(x);
  std::memcpy(&bits, &x, sizeof bits);
  bits = bits << 32;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

/// Cube root of x with an error below 0.7 units of the last digit; 0 where x is below 1e-300 or negative.
template <class Real> GRANULAR_SRT_FN Real cbrt_or_zero(Real x)
{
  // y = x^(-1/3): with e = 1 - x y^3, y (1 - e)^(-1/3) is the root, and its series to e^3 leaves an error of 0.15 e^4
  Real y = guess_of_inverse_cube_root(x);
  for (int k = 0; k < 2; ++k) {
    const Real e = Real(1) - x * y * y * y;
    y = y + y * e * (Real(1.0 / 3.0) + e * (Real(2.0 / 9.0) + Real(14.0 / 81.0) * e));
  }
  // a root whose square has no rounding error, by Veltkamp's splitting: 26 digits
  const Real root = x * y * y, split = Real(134217729.0) * root;
  const Real rounded = split - (split - root);
  // x^(1/3) = rounded (1 + u)^(1/3) with u = x/rounded^3 - 1 below 1e-7
  const Real missing = x / (rounded * rounded) - rounded;
  const Real u = missing * y;
  const Real result = rounded + missing * (Real(1.0 / 3.0) - Real(1.0 / 9.0) * u);
  return select(x < Real(1e-300), Real(0), result);
}

GRANULAR_SRT_FN float cbrt_or_zero(float x)
{
  return x > 0.0f ? std::cbrt(x) : 0.0f;
}

}    // namespace granular_srt::contact
