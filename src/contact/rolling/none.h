#pragma once

#include "torques.h"

namespace granular_srt::contact {

/// No rolling friction: F_r = 0.
struct NoRolling : RollingDefaults {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr NoSlots slots{};
  static constexpr bool acts = false;

  static NoRolling make(const Sides &) { return {}; }

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real /*F_n0*/, const TangentialForce<Real> &) const
  {
    return Real(0);
  }

  template <class Real>
  GRANULAR_SRT_FN Vec3<Real> force(const Frame<Real> &, Real /*F_n0*/, Real * /*history*/) const
  {
    return {Real(0), Real(0), Real(0)};
  }
};

}    // namespace granular_srt::contact
