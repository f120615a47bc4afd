#pragma once

#include "damping.h"

namespace granular_srt::contact {

/// Damping in proportion to the effective mass:
///   eta_n = eta_n0 m_eff
/// eta_n0 [1/time], m_eff effective mass [mass].
/// Santos et al. 2020, Eq. (1b); LAMMPS manual, `damping mass_velocity`.
struct MassVelocityDamping : DampingDefaults {
  static constexpr const char *key = "mass_velocity";
  static constexpr Dimension coefficient_dimension = units::number / units::time;

  double eta_n0;

  static MassVelocityDamping make(double eta_n0, bool /*hertzian*/) { return {{}, eta_n0}; }

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &) const
  {
    return Real(eta_n0) * frame.effective_mass;
  }
};

}    // namespace granular_srt::contact
