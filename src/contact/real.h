#pragma once

#include "annotate.h"

#include <cmath>
#include <utility>

namespace granular_srt::contact {

/// Result type of comparing two Reals: bool for double and float, a lane mask for a SIMD pack.
template <class Real> using Mask = decltype(std::declval<Real>() < std::declval<Real>());

/// a where the condition holds, b elsewhere. Laws select values instead of branching, so that the same
/// source serves a scalar loop, a SIMD pack and a GPU thread.
GRANULAR_SRT_FN double select(bool condition, double a, double b)
{
  return condition ? a : b;
}

GRANULAR_SRT_FN float select(bool condition, float a, float b)
{
  return condition ? a : b;
}

/// Whether to compute a result that is selected only where the condition holds: a scalar skips unneeded work, lanes
/// always do it.
GRANULAR_SRT_FN bool needed(bool condition)
{
  return condition;
}

/// Whether a condition holds for all of the lanes.
GRANULAR_SRT_FN bool all(bool condition)
{
  return condition;
}

/// Where both conditions hold.
GRANULAR_SRT_FN bool both(bool a, bool b)
{
  return a && b;
}

template <class Real> GRANULAR_SRT_FN Real square(Real x)
{
  return x * x;
}

template <class Real> GRANULAR_SRT_FN Real cube(Real x)
{
  return x * x * x;
}

template <class Real> GRANULAR_SRT_FN Real larger(Real a, Real b)
{
  return select(a < b, b, a);
}

template <class Real> GRANULAR_SRT_FN Real smaller(Real a, Real b)
{
  return select(b < a, b, a);
}

/// Square root of x, 0 where rounding made x negative.
template <class Real> GRANULAR_SRT_FN Real sqrt_or_zero(Real x)
{
  using std::sqrt;
  return sqrt(larger(x, Real(0)));
}

inline constexpr double pi = 3.14159265358979323846;

}    // namespace granular_srt::contact
