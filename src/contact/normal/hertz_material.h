#pragma once

#include "hertz.h"

namespace granular_srt::contact {

/// Hertz contact of two elastic spheres:
///   F_ne = (4/3) E_eff sqrt(R) delta^(3/2)
/// E_eff effective Young's modulus [pressure] from E [pressure] and nu [-] of both bodies (elasticity.h),
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
