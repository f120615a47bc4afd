#pragma once

#include "friction.h"

namespace granular_srt::contact {

/// A dashpot under the Coulomb cap:
///   F_s = -min(mu F_n0, eta_t |v_s|) v_s/|v_s|,  eta_t = x_gamma_t eta_n
/// x_gamma_t, mu [-]; eta_n normal damping [mass/time]. LAMMPS manual, `tangential linear_nohistory`.
struct LinearNoHistory : TangentialDefaults {
  static constexpr const char *key = "linear_nohistory";
  static constexpr std::array coefficients{Coefficient{"x_gamma_t", Allowed::non_negative, units::number},
                                           Coefficient{"mu", Allowed::non_negative, units::number}};
  static constexpr NoSlots slots{};
  static constexpr bool allows_synchronized_verlet = false;
  static constexpr bool has_stiffness = false;

  double x_gamma_t, mu;

  static LinearNoHistory make(const Sides &c, const Elasticity &) { return {{}, c.mean(0), c.mean(1)}; }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real F_n0) const
  {
    return Real(mu) * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real * /*history*/) const
  {
    const Real eta_t = Real(x_gamma_t) * eta_n;
    const Real speed = length(frame.v_s);
    const auto slides = speed > Real(0);
    const Real per_speed = smaller(cap(frame, F_n0), eta_t * speed) / select(slides, speed, Real(1));
    return {-per_speed * frame.v_s, Real(0), eta_t, Real(mu)};
  }
};

}    // namespace granular_srt::contact
