#pragma once

#include "annotate.h"

namespace granular_srt::contact {

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
