#pragma once

#include "force.h"

namespace granular_srt::contact {

/// Derjaguin-Muller-Toporov adhesion: a Hertz contact with a constant pull,
///   F_ne = (4/3) E_eff sqrt(R) delta^(3/2) - F_po,   F_po = 4 pi gamma R
/// E_eff effective Young's modulus [pressure], R effective radius [length], delta overlap [length],
/// gamma surface energy [energy/length^2].
/// Derjaguin, Muller & Toporov, J. Colloid Interface Sci. 53, 314 (1975); LAMMPS manual, `dmt`.
/// Valid while delta > 0: the contact ends at delta = 0.
struct Dmt : AdhesiveDefaults {
  static constexpr const char *key = "dmt";
  static constexpr std::array coefficients{
      Coefficient{"E", Allowed::non_negative, units::pressure}, AdhesiveDefaults::coefficients[1],
      AdhesiveDefaults::coefficients[2], AdhesiveDefaults::coefficients[3]};

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

  /// Hertz' energy minus F_po delta. It is negative where attraction has done more work than repulsion.
  template <class Real> GRANULAR_SRT_FN Real energy(const Frame<Real> &frame) const
  {
    return (Real(0.4 * k) * frame.contact_radius * frame.overlap -
            Real(4.0 * pi * gamma) * frame.effective_radius) *
        frame.overlap;
  }

  [[nodiscard]] double stiffness_at(double force, double effective_radius) const
  {
    return hertz_stiffness_at(k, force + 4.0 * pi * gamma * effective_radius, effective_radius);
  }
};

}    // namespace granular_srt::contact
