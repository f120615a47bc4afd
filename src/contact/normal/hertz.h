#pragma once

#include "force.h"

namespace granular_srt::contact {

/// Hertz contact with a given stiffness:
///   F_ne = k_n sqrt(R delta) delta
/// k_n [pressure], R effective radius [length], delta overlap [length]. LAMMPS manual, `hertz`.
struct Hertz : NormalDefaults {
  static constexpr const char *key = "hertz";
  static constexpr std::array coefficients{
      Coefficient{"k_n", Allowed::non_negative, units::pressure},
      Coefficient{"eta_n0", Allowed::non_negative, units::set_by_damping}};
  using Evaluated = Hertz;    // hertz/material too (any_models.h)
  static constexpr bool hertzian = true;
  static constexpr bool needs_contact_radius = true;

  double k_n;

  static Hertz make(const Sides &c) { return {{}, c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN NormalForce<Real> force(const Frame<Real> &frame) const
  {
    return {Real(k_n) * frame.contact_radius * frame.overlap, Real(0), cohesive};
  }

  /// (2/5) k_n sqrt(R) delta^(5/2). Johnson (1985), Eq. (4.23) integrated.
  template <class Real> GRANULAR_SRT_FN Real energy(const Frame<Real> &frame) const
  {
    return Real(0.4 * k_n) * frame.contact_radius * square(frame.overlap);
  }

  [[nodiscard]] double stiffness_at(double force, double effective_radius) const
  {
    return hertz_stiffness_at(k_n, force, effective_radius);
  }
};

/// Hertz contact of two elastic spheres:
///   F_ne = (4/3) E_eff sqrt(R) delta^(3/2)
/// E_eff effective Young's modulus [pressure] from E [pressure] and nu [-] of both bodies (coefficients.h),
/// R effective radius [length], delta overlap [length].
/// Johnson, Contact Mechanics (1985), Eqs. (4.20)-(4.24); LAMMPS manual, `hertz/material`.
/// Where pair_coeff names the pair of types, both bodies have its E and nu: E_eff = E/(2(1-nu^2)).
struct HertzMaterial : Hertz {
  static constexpr const char *key = "hertz/material";
  static constexpr std::array coefficients{
      Coefficient{"E", Allowed::non_negative, units::pressure},
      Coefficient{"eta_n0", Allowed::non_negative, units::set_by_damping},
      Coefficient{"nu", Allowed::poisson_ratio, units::number}};
  static constexpr bool has_elasticity = true;

  static Elasticity elasticity(const Sides &c) { return elasticity_of(c); }

  static HertzMaterial make(const Sides &c)
  {
    return {{{}, 4.0 / 3.0 * effective_young_modulus(elasticity_of(c))}};
  }
};

}    // namespace granular_srt::contact
