#pragma once

#include "friction.h"

namespace granular_srt::contact {

/// No sliding friction: F_s = 0.
struct NoTangential : TangentialDefaults {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr NoSlots slots{};
  static constexpr bool has_friction = false;
  static constexpr bool has_stiffness = false;

  static NoTangential make(const Sides &, const Elasticity &) { return {}; }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real /*F_n0*/) const { return Real(0); }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &, Real /*F_n0*/, Real /*eta_n*/,
                                                Real * /*history*/) const
  {
    return {{Real(0), Real(0), Real(0)}, Real(0), Real(0), Real(0)};
  }
};

}    // namespace granular_srt::contact
