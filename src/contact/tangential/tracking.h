#pragma once

#include "../stick_slip.h"
#include "friction.h"

namespace granular_srt::contact {

/// Sliding by tracking the contact point over both bodies, with static and kinetic friction.
/// Fang & Negrut (2020), section 3.1, with xi = -S so that signs are those of the other laws:
///   xi += (over_j - over_i) dt                                Eq. (1a), paths.h
///   F_s = -K_E xi - damps K_D (over_j - over_i)               Eq. (1b)
///   K_E |xi| <= mu_s F_n0 sticking, mu_k F_n0 slipping        stick_slip.h
///   K_D = c_D sqrt(m_ij K_E), m_ij = 2 m_i m_j/(m_i + m_j)    Eq. (1c), where c_D = 2 and m_ij is some mean
/// K_E spring stiffness [force/length]; mu_s, mu_k, c_D [-]; over_i, over_j speeds of the contact point over the
/// two surfaces [length/time]; xi spring [length]; damps 1 or 0, whether the dashpot acts (stick_slip.h).
/// While the contact sticks the force may exceed mu_s F_n0 by the force of the dashpot.
struct TrackingSliding : TangentialDefaults {
  static constexpr const char *key = "tracking";
  static constexpr std::array coefficients{
      Coefficient{"K_E", Allowed::positive, units::stiffness},
      Coefficient{"mu_s", Allowed::non_negative, units::number},
      Coefficient{"mu_k", Allowed::non_negative, units::number},
      Coefficient{"c_D", Allowed::non_negative, units::number, true, 2.0}};
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, -1, "tracked sliding displacement", units::length},
      Slot{SlotKind::scalar, +1, "sliding mode", units::number}};
  static constexpr bool needs_mean_inertia = true;
  static constexpr int mode = 3;
  static constexpr std::array diagnostics{"slide_mode"};

  double K_E, mu_s, mu_k, c_D;

  static Conflict conflict(const double *c, bool /*elastic*/)
  {
    if (c[2] > c[1]) return {2, "<= mu_s"};
    return {};
  }

  static TrackingSliding make(const Sides &c, const Elasticity &)
  {
    return {{}, c.mean(0), c.mean(1), c.mean(2), c.mean(3)};
  }

  template <class Real> GRANULAR_SRT_FN Vec3<Real> slip(const Frame<Real> &frame) const
  {
    return contact_paths(frame).slip();
  }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real F_n0) const
  {
    return Real(mu_s) * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &, Vec3<Real> slip, const Real *history) const
  {
    return displaced_spring(load_vector(history), slip, Real(K_E));
  }

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real /*eta_n*/,
                                                Real *history) const
  {
    using std::sqrt;
    const Real K = Real(K_E);
    const Real K_D = Real(c_D) * sqrt(frame.motion.mean_mass * K);
    TangentialForce<Real> out{{}, K, K_D, Real(mu_k), Real(mu_s - mu_k)};
    const Caps<Real> caps{cap(frame, F_n0), Real(mu_k) * F_n0};
    Vec3<Real> slip = this->slip(frame);
    Vec3<Real> spring = load_vector(history);
    if (frame.update) {
      Mask<Real> turned;
      spring = advance<Memory::displacement>(spring, slip, K, caps.when_sticking, frame, turned);
      if (frame.synchronized) slip = select(turned, rotate_into_plane(slip, frame.n_end), slip);
    }
    const Yield<Real> now = yield(K * length(spring), history[3], caps, frame.update);
    spring = now.factor * spring;
    out.force = -K * spring - (now.damps * K_D) * slip;
    if (frame.update) {
      store_vector(history, spring);
      history[3] = now.mode;
    }
    return out;
  }

  template <class Real>
  void diagnose(const Frame<Real> &, Real /*F_n0*/, const Real *history, Real *out) const
  {
    out[0] = history[3];
  }
};

}    // namespace granular_srt::contact
