#pragma once

#include "twisting.h"

namespace granular_srt::contact {

/// No twisting friction.
struct NoTwisting {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr NoSlots slots{};
  static constexpr bool acts = false;
  static constexpr bool needs_contact_radius = false;
  static constexpr bool builds_on_sliding = false;

  static NoTwisting make(const Sides &) { return {}; }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &, Real /*F_n0*/, const TangentialForce<Real> &,
                              Real * /*history*/) const
  {
    return Real(0);
  }
};

}    // namespace granular_srt::contact
