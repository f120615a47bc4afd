#pragma once

#include "force.h"

namespace granular_srt::contact {

/// Linear spring: F_n = k_n delta. Santos et al. 2020, Eq. (1b); manual, `hooke`.
struct Hooke : NormalDefaults {
  static constexpr const char *key = "hooke";
  /// k_n [force/length], eta_n0 (see damping/)
  static constexpr std::array coefficients{Coefficient{"k_n", Allowed::positive},
                                           Coefficient{"eta_n0", Allowed::non_negative}};
  static constexpr bool hertzian = false;
  static constexpr bool needs_contact_radius = false;

  double k_n;

  static Hooke make(const Sides &c) { return {{}, c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN NormalForce<Real> force(const Frame<Real> &frame) const
  {
    return {Real(k_n) * frame.overlap, Real(0), cohesive};
  }

  /// dF_n/d delta [force/length], the same at every force.
  [[nodiscard]] double stiffness_at(double /*force*/, double /*effective_radius*/) const { return k_n; }
};

}    // namespace granular_srt::contact
