#pragma once

#include "../tangential/friction.h"

namespace granular_srt::contact {

/// Traits of twisting laws. A law derives from this and redefines what differs. It also has
///   key, coefficients              its keyword and its coefficients in pair_coeff
///   slots                          its history (history.h); NoSlots without history
///   make(sides)                    the law from the coefficients of both bodies
///   torque(frame, F_n0, sliding, history)    on i along n [force length]; j gets the opposite
///   cap(frame, F_n0, sliding)      largest |torque| of a contact that slips [force length]; mobilized friction is
///                                  |torque|/cap
/// A law with a spring redefines springs(frame, sliding, history).
struct TwistingDefaults {
  static constexpr bool acts = true;                     ///< false: the law is never called
  static constexpr bool needs_contact_radius = false;    ///< reads Frame::contact_radius
  static constexpr bool needs_mean_inertia = false;      ///< reads Motion::mean_mass or mean_inertia
  static constexpr bool builds_on_sliding = false;       ///< reads the result of the tangential law
  static constexpr bool builds_on_stiffness =
      false;    ///< reads TangentialForce::stiffness, which must be > 0
  static constexpr std::array<const char *, 0> diagnostics{};    ///< names of the values of `diagnose`

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &, const TangentialForce<Real> & /*sliding*/,
                                            const Real * /*history*/) const
  {
    return no_spring<Real>();
  }
};

/// Spring-dashpot-slider against twisting about n; the torque on i along n:
///   xi += w_t dt,  tau = -k xi - gamma w_t,  |tau| <= cap
/// Marshall, J. Comput. Phys. 228, 1541 (2009), Eqs. (30), (34); Santos et al. 2020, Eqs. (2d), (3d).
/// At the cap tau keeps the sign of the trial torque, and xi is set so that spring and dashpot together give the
/// cap. (LAMMPS takes the sign of -w_t. It is the opposite one during a fast reversal, and at w_t = 0 LAMMPS
/// gives no torque.)
/// k [force length], gamma [force length time], cap [force length], xi twisting angle [-].
template <class Real>
GRANULAR_SRT_FN Real twist_torque(const Frame<Real> &frame, Real k, Real gamma, Real cap, Real *history)
{
  using std::fabs;
  Real spring = history[0];
  if (frame.update) spring = spring + frame.w_t * frame.dt;
  const Real trial = -k * spring - gamma * frame.w_t;
  const auto slips = fabs(trial) > cap;
  if (!needed(slips)) {
    if (frame.update) history[0] = spring;
    return trial;
  }
  const Real torque = select(slips, select(trial > Real(0), cap, -cap), trial);
  // k = 0 for Marshall on a tangential law without a spring
  const auto springy = k > Real(0);
  const Real per_torque = select(springy, Real(-1) / select(springy, k, Real(1)), Real(0));
  const Real left = per_torque * (torque + gamma * frame.w_t);
  if (frame.update) history[0] = select(slips, left, spring);
  return torque;
}

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

  static SdsTwisting make(const Sides &c) { return {{}, c.mean(0), c.mean(1), c.friction(2, 0, 1)}; }

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

/// Twisting of a contact patch of radius a, with stiffness, damping and friction of the tangential law:
///   k = k_s a^2/2,  gamma = eta_t a^2/2,  cap = (2/3) a mu F_n0       (twist_torque)
/// k_s [force/length], eta_t [mass/time], mu [-] of the tangential law; a contact radius [length].
/// Marshall, J. Comput. Phys. 228, 1541 (2009), Eqs. (32), (33), (44); LAMMPS manual, `twisting marshall`.
/// k_s is the stiffness with the contact radius: k_t for linear laws, k_t a for Mindlin laws (8 G_eff a in
/// Marshall's paper). LAMMPS uses k_t alone, which for Mindlin laws is a pressure: the torque is then wrong by
/// a factor of dimension length.
struct MarshallTwisting : TwistingDefaults {
  static constexpr const char *key = "marshall";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr std::array slots{Slot{SlotKind::scalar, +1, "twisting angle xi", units::number}};
  static constexpr bool needs_contact_radius = true;
  static constexpr bool builds_on_sliding = true;

  static MarshallTwisting make(const Sides &) { return {}; }

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding) const
  {
    return Real(2.0 / 3.0) * frame.contact_radius * sliding.friction * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &sliding,
                                            const Real *history) const
  {
    return displaced_spring(history[0], frame.w_t,
                            Real(0.5) * square(frame.contact_radius) * sliding.stiffness);
  }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding,
                              Real *history) const
  {
    const Real half_a2 = Real(0.5) * square(frame.contact_radius);
    return twist_torque(frame, half_a2 * sliding.stiffness, half_a2 * sliding.damping,
                        cap(frame, F_n0, sliding), history);
  }
};

}    // namespace granular_srt::contact
