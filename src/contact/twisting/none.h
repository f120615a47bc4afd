#pragma once

#include "twisting.h"

namespace granular_srt::contact {

/// No twisting friction: tau = 0.
struct NoTwisting : TwistingDefaults {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr NoSlots slots{};
  static constexpr bool acts = false;

  static NoTwisting make(const Sides &) { return {}; }

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real /*F_n0*/, const TangentialForce<Real> &) const
  {
    return Real(0);
  }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &, Real /*F_n0*/, const TangentialForce<Real> &,
                              Real * /*history*/) const
  {
    return Real(0);
  }
};

}    // namespace granular_srt::contact
