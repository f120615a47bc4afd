#pragma once

#include "twisting.h"

namespace granular_srt::contact {

/// Twisting with coefficients of its own: k = k_twist, gamma = gamma_twist, cap = mu_twist F_n0.
/// Santos et al. 2020, Eq. (2d); manual, `twisting sds`.
struct SdsTwisting {
  static constexpr const char *key = "sds";
  /// k_twist [force length], gamma_twist [force length time], mu_twist [length]
  static constexpr std::array coefficients{Coefficient{"k_twist", Allowed::positive},
                                           Coefficient{"gamma_twist", Allowed::non_negative},
                                           Coefficient{"mu_twist", Allowed::non_negative}};
  /// w_t = (w_i - w_j).n is the same seen from either side.
  static constexpr std::array slots{Slot{SlotKind::scalar, +1, "twisting angle xi"}};
  static constexpr bool acts = true;
  static constexpr bool needs_contact_radius = false;
  static constexpr bool builds_on_sliding = false;

  double k_twist, gamma_twist, mu_twist;

  static SdsTwisting make(const Sides &c) { return {c.mean(0), c.mean(1), c.mean(2)}; }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &,
                              Real *history) const
  {
    return twist_torque(frame, Real(k_twist), Real(gamma_twist), Real(mu_twist) * F_n0, history);
  }
};

}    // namespace granular_srt::contact
