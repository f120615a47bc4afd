#pragma once

#include "annotate.h"
#include "dimension.h"

#include <cmath>
#include <limits>

namespace granular_srt::contact {

/// Allowed range of a coefficient. Its numbers are finite, or inf.
struct Allowed {
  const char *words;    ///< for error messages
  double least, most = HUGE_VAL;
  bool above = true;    ///< least itself is not allowed
  bool null = false, inf = false;
  bool of_spring = false;    ///< stiffness of a friction mode, which may be 0 if its dashpot is off

  static const Allowed positive, positive_or_null, positive_infinite_or_null, non_negative, spring,
      spring_or_null, poisson_ratio, poisson_ratio_or_null, restitution, positive_restitution;
};

inline constexpr Allowed Allowed::positive{"> 0", 0.0};
inline constexpr Allowed Allowed::positive_or_null{.words = "> 0 or NULL", .least = 0.0, .null = true};
inline constexpr Allowed Allowed::positive_infinite_or_null{
    .words = "> 0, inf or NULL", .least = 0.0, .null = true, .inf = true};
inline constexpr Allowed Allowed::non_negative{.words = ">= 0", .least = 0.0, .above = false};
inline constexpr Allowed Allowed::spring{.words = ">= 0", .least = 0.0, .above = false, .of_spring = true};
inline constexpr Allowed Allowed::spring_or_null{
    .words = ">= 0 or NULL", .least = 0.0, .above = false, .null = true, .of_spring = true};
// the thermodynamic range of an isotropic solid
inline constexpr Allowed Allowed::poisson_ratio{"> -1 and <= 0.5", -1.0, 0.5};
inline constexpr Allowed Allowed::poisson_ratio_or_null{
    .words = "> -1 and <= 0.5 or NULL", .least = -1.0, .most = 0.5, .null = true};
inline constexpr Allowed Allowed::restitution{">= 0 and <= 1", 0.0, 1.0, false};
inline constexpr Allowed Allowed::positive_restitution{"> 0 and <= 1", 0.0, 1.0};

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

/// Whether a number is in the allowed range.
GRANULAR_SRT_FN bool is_allowed(const Allowed &allowed, double value)
{
  if (is_null(value)) return allowed.null;
  if (value == HUGE_VAL) return allowed.inf;
  if (value > allowed.most) return false;
  return allowed.above ? value > allowed.least : value >= allowed.least;
}

/// The coefficients of the two bodies of a contact: those of either type when they are mixed, the same ones
/// twice when pair_coeff names the pair of types.
struct Sides {
  const double *i, *j;
  bool mixed;

  /// Geometric mean [the LAMMPS manual's rule for all but the elastic moduli]; NULL if either is NULL.
  [[nodiscard]] GRANULAR_SRT_FN double mean(int k) const { return mixed ? std::sqrt(i[k] * j[k]) : i[k]; }

  /// Mean of a coefficient of friction; 0 if the law has neither stiffness nor damping: it then exerts no force, and is no
  /// constraint of a particle.
  [[nodiscard]] GRANULAR_SRT_FN double friction(int mu, int stiffness, int damping) const
  {
    return mean(stiffness) == 0.0 && mean(damping) == 0.0 ? 0.0 : mean(mu);
  }
};

/// Young's moduli E [pressure] and Poisson's ratios nu [-] of the two bodies.
struct Elasticity {
  double E_i, nu_i, E_j, nu_j;
};

/// Of a normal law that has none.
inline constexpr Elasticity no_elasticity{0.0, 0.0, 0.0, 0.0};

/// 1/E_eff = (1-nu_i^2)/E_i + (1-nu_j^2)/E_j [pressure]. Johnson, Contact Mechanics (1985), Eq. (4.20).
GRANULAR_SRT_FN double effective_young_modulus(const Elasticity &e)
{
  return 1.0 / ((1.0 - e.nu_i * e.nu_i) / e.E_i + (1.0 - e.nu_j * e.nu_j) / e.E_j);
}

/// 1/G_eff = (2-nu_i)/G_i + (2-nu_j)/G_j with G = E/(2(1+nu)) [pressure]. Mindlin (1949).
GRANULAR_SRT_FN double effective_shear_modulus(const Elasticity &e)
{
  return 1.0 /
      (2.0 * (2.0 - e.nu_i) * (1.0 + e.nu_i) / e.E_i + 2.0 * (2.0 - e.nu_j) * (1.0 + e.nu_j) / e.E_j);
}

/// G = E/(2(1+nu)) [pressure].
GRANULAR_SRT_FN double shear_modulus(double E, double nu)
{
  return E / (2.0 * (1.0 + nu));
}

}    // namespace granular_srt::contact
