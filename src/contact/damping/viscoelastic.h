#pragma once

#include "damping.h"

namespace granular_srt::contact {

/// Viscoelastic damping, the default of pair_coeff:
///   eta_n = eta_n0 a m_eff
/// eta_n0 [1/(time length)], a contact radius [length], m_eff effective mass [mass].
/// Brilliantov et al., Phys. Rev. E 53, 5382 (1996), in the form of the LAMMPS manual, `damping viscoelastic`.
struct ViscoelasticDamping : DampingDefaults {
  static constexpr const char *key = "viscoelastic";
  static constexpr Dimension coefficient_dimension = units::number / (units::time * units::length);
  static constexpr bool needs_contact_radius = true;

  double eta_n0;

  static ViscoelasticDamping make(double eta_n0, bool /*hertzian*/) { return {{}, eta_n0}; }

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &) const
  {
    return Real(eta_n0) * frame.effective_mass * frame.contact_radius;
  }
};

}    // namespace granular_srt::contact
