#pragma once

#include "hertz.h"

namespace granular_srt::contact {

/// Hertz contact of two elastic spheres: F_n = (4/3) E_eff sqrt(R) delta^(3/2).
/// Johnson, Contact Mechanics (1985), Eqs. (4.20)-(4.24); manual, `hertz/material`.
/// A pair of types with its own coefficients uses E and nu for both bodies: E_eff = E/(2(1-nu^2)).
struct HertzMaterial : Hertz {
  static constexpr const char *key = "hertz/material";
  /// E [pressure], eta_n0 (see damping/), nu [-]
  static constexpr std::array coefficients{Coefficient{"E", Allowed::positive},
                                           Coefficient{"eta_n0", Allowed::non_negative},
                                           Coefficient{"nu", Allowed::poisson_ratio}};
  static constexpr bool has_elasticity = true;

  static Elasticity elasticity(const Sides &c) { return elasticity_of(c); }

  static HertzMaterial make(const Sides &c)
  {
    return {{{}, 4.0 / 3.0 * effective_young_modulus(elasticity_of(c))}};
  }
};

}    // namespace granular_srt::contact
