#pragma once

#include "../coefficients.h"
#include "../frame.h"

#include <array>

namespace granular_srt::contact {

/// Result of a normal law.
template <class Real> struct NormalForce {
  Real elastic;     ///< F_ne along n on i, without damping; > 0 repels [force]
  Real pull_off;    ///< F_po: largest tensile force of an adhesive contact, else 0 [force]
  bool cohesive;    ///< the Coulomb caps use |F_ne + 2 F_po| instead of |F_n|
};

/// Traits of normal laws. A law derives from this and redefines what differs. It also has
///   key, coefficients    its keyword and its coefficients in pair_coeff; the second one is eta_n0 (damping/)
///   hertzian             whether F_ne grows as delta^(3/2), for coeff_restitution
///   make(sides)          the law from the coefficients of both bodies
///   force(frame)         a NormalForce
///   stiffness_at(force, R)    dF_ne/d delta [force/length] at F_ne = force
///   energy(frame)        integral of F_ne d delta from delta = 0 on [energy]
struct NormalDefaults {
  static constexpr int damping_coefficient = 1;          ///< index of eta_n0 (or e) among the coefficients
  static constexpr bool has_elasticity = false;          ///< coefficients 0 and 2 are E and nu
  static constexpr bool cohesive = false;                ///< can pull
  static constexpr bool beyond_contact = false;          ///< can pull while delta < 0
  static constexpr bool needs_contact_radius = false;    ///< reads Frame::contact_radius

  /// Elastic constants of both bodies, if has_elasticity.
  static Elasticity elasticity(const Sides &) { return no_elasticity; }

  /// a = sqrt(R delta) [length]. Hertz; Johnson (1985), Eq. (4.22).
  template <class Real> GRANULAR_SRT_FN Real contact_radius(Real overlap, Real effective_radius) const
  {
    return sqrt_or_zero(effective_radius * overlap);
  }

  /// Largest gap -delta of an existing contact; beyond it the contact ends [length].
  [[nodiscard]] GRANULAR_SRT_FN double pull_off_distance(double /*effective_radius*/) const { return 0.0; }
};

/// Elastic constants when E is coefficient 0 and nu is coefficient 2.
inline Elasticity elasticity_of(const Sides &c)
{
  return {c.i[0], c.i[2], c.j[0], c.j[2]};
}

/// Traits of the adhesive laws: coefficients E [pressure], eta_n0 (damping/), nu [-] and gamma, the surface
/// energy [energy/length^2].
struct AdhesiveDefaults : NormalDefaults {
  static constexpr std::array coefficients{
      Coefficient{"E", Allowed::positive, units::pressure},
      Coefficient{"eta_n0", Allowed::non_negative, units::set_by_damping},
      Coefficient{"nu", Allowed::poisson_ratio, units::number},
      Coefficient{"gamma", Allowed::non_negative, units::energy / (units::length * units::length)}};
  static constexpr bool hertzian = true;
  static constexpr bool needs_contact_radius = true;
  static constexpr bool has_elasticity = true;
  static constexpr bool cohesive = true;

  static Elasticity elasticity(const Sides &c) { return elasticity_of(c); }
};

/// Tangent stiffness of F = k sqrt(R) delta^(3/2) at F = force:
/// (3/2) (k^2 R F)^(1/3) [force/length].
inline double hertz_stiffness_at(double k, double force, double effective_radius)
{
  return 1.5 * std::cbrt(k * k * effective_radius * force);
}

}    // namespace granular_srt::contact
