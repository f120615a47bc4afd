#pragma once

#include "damping.h"

namespace granular_srt::contact {

/// Damping set by a coefficient of restitution e:
///   eta_n = alpha(e) sqrt(m_eff F_ne/delta)
/// e, alpha [-]; m_eff effective mass [mass]; F_ne elastic normal force [force]; delta overlap [length].
/// F_ne/delta is the secant stiffness: k_n for hooke, (4/3) E_eff a for Hertz contacts. The two laws below
/// differ only in alpha(e).
struct RestitutionDamping : DampingDefaults {
  using Evaluated = RestitutionDamping;    // the two laws too (any_models.h)
  static constexpr const char *coefficient_name = "e";
  static constexpr Dimension coefficient_dimension = units::number;
  static constexpr bool allows_cohesion = false;    // a pull has no secant stiffness

  static constexpr bool acts(double /*e*/, bool elastic) { return elastic; }

  double alpha;

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &normal) const
  {
    const auto overlaps = frame.overlap > Real(0);
    const Real stiffness = normal.elastic / select(overlaps, frame.overlap, Real(1));
    return Real(alpha) * select(overlaps, sqrt_or_zero(frame.effective_mass * stiffness), Real(0));
  }
};

/// alpha(e) as a polynomial. Tsuji, Tanaka & Ishida, Powder Technol. 71, 239 (1992); LAMMPS manual,
/// `damping tsuji`. The restitution of a collision is not e: Tsuji's fit is for the particle mass, and with m_eff alpha
/// is too small by a factor sqrt(2) (Hertz contacts with e = 0.5 have the restitution 0.616). The formula of the manual
/// is kept; coeff_restitution gives e.
struct TsujiDamping : RestitutionDamping {
  static constexpr const char *key = "tsuji";
  static constexpr Allowed coefficient = Allowed::restitution;

  static TsujiDamping make(double e, bool /*hertzian*/)
  {
    return {
        {{},
         1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))))}};
  }
};

/// alpha with which a head-on collision returns e, if the option limit_damping is off:
///   hooke  alpha = -2 ln e/sqrt(pi^2 + ln^2 e)
///   Hertz  alpha = -sqrt(5) ln e/sqrt(pi^2 + ln^2 e)
/// Antypov & Elliott, EPL 94, 50004 (2011); LAMMPS manual, `damping coeff_restitution`.
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
