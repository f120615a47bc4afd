#pragma once

#include "friction.h"

namespace granular_srt::contact {

/// Spring, dashpot and slider of constant stiffness:
///   xi += v_s dt,  F_s = -k_t xi - eta_t v_s,  |F_s| <= mu F_n0,  eta_t = x_gamma_t eta_n
/// k_t [force/length]; x_gamma_t, mu [-]; xi displacement [length]; eta_n normal damping [mass/time].
/// Cundall & Strack (1979); Luding, Granular Matter 10, 235 (2008), Eqs. (16)-(20); Santos et al. 2020,
/// Eq. (1c); LAMMPS manual, `tangential linear_history`.
struct LinearHistory : SpringBase<false> {
  static constexpr const char *key = "linear_history";

  static LinearHistory make(const Sides &c, const Elasticity &) { return {made(c)}; }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real *history) const
  {
    const Real eta_t = Real(x_gamma_t) * eta_n;
    return {slide_with_friction<Memory::displacement>(frame, Real(k_t), eta_t, cap(frame, F_n0), history),
            Real(k_t), eta_t, Real(mu)};
  }
};

}    // namespace granular_srt::contact
