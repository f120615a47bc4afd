#pragma once

#include "damping.h"

namespace granular_srt::contact {

/// Damping set by a coefficient of restitution e: eta_n = alpha(e) sqrt(m_eff F_ne/delta), with the
/// secant stiffness F_ne/delta (k_n for hooke, (4/3) E_eff a for Hertz contacts). The two laws below
/// differ in alpha(e) alone.
struct RestitutionDamping : DampingDefaults {
  static constexpr const char *coefficient_name = "e";
  static constexpr bool allows_cohesion = false;    // the secant stiffness has no meaning under a pull

  double alpha;

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &normal) const
  {
    const auto pressed = frame.overlap > Real(0);
    const Real stiffness = normal.elastic / select(pressed, frame.overlap, Real(1));
    return Real(alpha) * select(pressed, sqrt_or_zero(frame.effective_mass * stiffness), Real(0));
  }
};

/// Tsuji, Tanaka & Ishida, Powder Technol. 71, 239 (1992): alpha(e) as a polynomial; manual, `damping tsuji`.
/// Does not return the e asked for: Tsuji's fit belongs with the particle mass, and with m_eff alpha is a
/// factor sqrt(2) short (a Hertz pair asked for 0.5 returns 0.616). Kept as documented; coeff_restitution
/// is exact.
struct TsujiDamping : RestitutionDamping {
  static constexpr const char *key = "tsuji";
  static constexpr Allowed coefficient = Allowed::restitution;

  static TsujiDamping make(double e, bool /*hertzian*/)
  {
    return {{{},
             1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))))}};
  }
};

/// alpha for which a head-on collision returns exactly e:
///   hooke  alpha = -2 ln e/sqrt(pi^2 + ln^2 e)
///   Hertz  alpha = -sqrt(5) ln e/sqrt(pi^2 + ln^2 e)
/// Antypov & Elliott, EPL 94, 50004 (2011); manual, `damping coeff_restitution`.
struct CoeffRestitutionDamping : RestitutionDamping {
  static constexpr const char *key = "coeff_restitution";
  static constexpr Allowed coefficient = Allowed::positive_restitution;

  static CoeffRestitutionDamping make(double e, bool hertzian)
  {
    const double log_e = std::log(e);
    const double factor = hertzian ? std::sqrt(5.0) : 2.0;
    return {{{}, -factor * log_e / std::sqrt(pi * pi + log_e * log_e)}};
  }
};

}    // namespace granular_srt::contact
