#pragma once

#include "force.h"

namespace granular_srt::contact {

/// Derjaguin-Muller-Toporov adhesion: Hertz plus a constant pull while in contact,
///   F_n = (4/3) E_eff sqrt(R) delta^(3/2) - F_po,   F_po = 4 pi gamma R.
/// Derjaguin, Muller & Toporov, J. Colloid Interface Sci. 53, 314 (1975); manual, `dmt`.
/// Acts only while delta > 0.
struct Dmt : AdhesiveDefaults {
  static constexpr const char *key = "dmt";

  double k, gamma;

  static Dmt make(const Sides &c)
  {
    return {{}, 4.0 / 3.0 * effective_young_modulus(elasticity_of(c)), c.mean(3)};
  }

  template <class Real> GRANULAR_SRT_FN NormalForce<Real> force(const Frame<Real> &frame) const
  {
    const Real pull_off = Real(4.0 * pi * gamma) * frame.effective_radius;
    return {Real(k) * frame.contact_radius * frame.overlap - pull_off, pull_off, cohesive};
  }

  /// dF_n/d delta [force/length] where the contact carries `force`.
  [[nodiscard]] double stiffness_at(double force, double effective_radius) const
  {
    return hertz_stiffness_at(k, force + 4.0 * pi * gamma * effective_radius, effective_radius);
  }
};

}    // namespace granular_srt::contact
