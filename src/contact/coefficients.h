#pragma once

#include "annotate.h"
#include "dimension.h"

#include <cmath>
#include <limits>

namespace granular_srt::contact {

/// Allowed range of a coefficient.
enum class Allowed {
  positive,            ///< > 0
  non_negative,        ///< >= 0
  positive_or_null,    ///< > 0 or NULL
  spring,              ///< >= 0. The stiffness of a friction mode, which may be 0 if its dashpot is off
  spring_or_null,      ///< the same, or NULL
  positive_infinite_or_null,    ///< > 0, inf or NULL
  poisson_ratio,                ///< > -1 and <= 0.5, the thermodynamic range of an isotropic solid
  poisson_ratio_or_null,
  restitution,            ///< 0 <= e <= 1
  positive_restitution    ///< 0 < e <= 1
};

/// One coefficient of a submodel as typed in pair_coeff.
struct Coefficient {
  const char *name;
  Allowed allowed;
  Dimension dimension = units::not_given;    ///< every law has to give it
  bool optional = false;                     ///< may be left out; optional coefficients come last
  double otherwise = 0.0;                    ///< value of an optional coefficient that is left out
};

/// The value that stands for NULL.
inline constexpr double null = std::numeric_limits<double>::quiet_NaN();

/// A coefficient outside a range that depends on other coefficients or on the normal model.
struct Conflict {
  int coefficient = -1;          ///< its index, -1 if all coefficients are allowed
  const char *allowed = "";      ///< the range in words
  bool or_elasticity = false;    ///< a normal model with E and nu would also remove the conflict
};

/// NULL in an input script is stored as NaN, which no number in a script can be.
GRANULAR_SRT_FN bool is_null(double coefficient)
{
  return coefficient != coefficient;
}

/// Whether a number is finite and in the allowed range.
GRANULAR_SRT_FN bool is_allowed(Allowed allowed, double value)
{
  if (is_null(value))
    return allowed == Allowed::positive_or_null || allowed == Allowed::positive_infinite_or_null ||
        allowed == Allowed::poisson_ratio_or_null || allowed == Allowed::spring_or_null;
  if (value == HUGE_VAL) return allowed == Allowed::positive_infinite_or_null;
  if (!(std::fabs(value) < HUGE_VAL)) return false;
  switch (allowed) {
    case Allowed::positive:
    case Allowed::positive_infinite_or_null:
    case Allowed::positive_or_null: return value > 0.0;
    case Allowed::non_negative:
    case Allowed::spring:
    case Allowed::spring_or_null: return value >= 0.0;
    case Allowed::poisson_ratio:
    case Allowed::poisson_ratio_or_null: return value > -1.0 && value <= 0.5;
    case Allowed::restitution: return value >= 0.0 && value <= 1.0;
    case Allowed::positive_restitution: return value > 0.0 && value <= 1.0;
  }
  return false;
}

/// The range in words, for error messages.
constexpr const char *in_words(Allowed allowed)
{
  switch (allowed) {
    case Allowed::positive: return "> 0";
    case Allowed::positive_or_null: return "> 0 or NULL";
    case Allowed::positive_infinite_or_null: return "> 0, inf or NULL";
    case Allowed::poisson_ratio_or_null: return "> -1 and <= 0.5 or NULL";
    case Allowed::non_negative:
    case Allowed::spring: return ">= 0";
    case Allowed::spring_or_null: return ">= 0 or NULL";
    case Allowed::poisson_ratio: return "> -1 and <= 0.5";
    case Allowed::restitution: return ">= 0 and <= 1";
    case Allowed::positive_restitution: return "> 0 and <= 1";
  }
  return "";
}

/// The coefficients of the two bodies of a contact: those of either type when they are mixed, the same ones
/// twice when pair_coeff names the pair of types.
struct Sides {
  const double *i, *j;
  bool mixed;

  /// Geometric mean [the LAMMPS manual's rule for all but the elastic moduli]; NULL if either is NULL.
  [[nodiscard]] GRANULAR_SRT_FN double mean(int k) const { return mixed ? std::sqrt(i[k] * j[k]) : i[k]; }
};

}    // namespace granular_srt::contact
