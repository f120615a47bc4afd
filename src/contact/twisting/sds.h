#pragma once

#include "twisting.h"

namespace granular_srt::contact {

/// Twisting with its own coefficients:
///   k = k_twist,  gamma = gamma_twist,  cap = mu_twist F_n0       (twist_torque)
/// k_twist [force length], gamma_twist [force length time], mu_twist [length].
/// Santos et al. 2020, Eq. (2d); LAMMPS manual, `twisting sds`.
struct SdsTwisting : TwistingDefaults {
  static constexpr const char *key = "sds";
  static constexpr std::array coefficients{
      Coefficient{"k_twist", Allowed::spring, units::torque},
      Coefficient{"gamma_twist", Allowed::non_negative, units::torque *units::time},
      Coefficient{"mu_twist", Allowed::non_negative, units::length}};
  // w_t = (w_i - w_j).n keeps its sign on a relabelling, because both factors change sign
  static constexpr std::array slots{Slot{SlotKind::scalar, +1, "twisting angle xi", units::number}};

  double k_twist, gamma_twist, mu_twist;

  static SdsTwisting make(const Sides &c) { return {{}, c.mean(0), c.mean(1), c.mean(2)}; }

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real F_n0, const TangentialForce<Real> &) const
  {
    return Real(mu_twist) * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &,
                                            const Real *history) const
  {
    return displaced_spring(history[0], frame.w_t, Real(k_twist));
  }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding,
                              Real *history) const
  {
    return twist_torque(frame, Real(k_twist), Real(gamma_twist), cap(frame, F_n0, sliding), history);
  }
};

}    // namespace granular_srt::contact
