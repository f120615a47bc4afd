#pragma once

#include "../stick_slip.h"
#include "torques.h"

namespace granular_srt::contact {

/// Rolling by tracking the contact point over each body, built on the sliding law's stiffness K_E and
/// friction. Fang & Negrut (2020), section 3.2, with kappa = (1/R_i + 1/R_j)/2 = 1/(2R):
///   Theta_i += over_i dt/R_i,  Theta_j likewise               paths.h
///   tau_i = -n x (K_R Theta_i + damps_i D_R over_i/R_i)
///   tau_j = +n x (K_R Theta_j + damps_j D_R over_j/R_j)
///   K_R = 4 eta_r K_E/(kappa_i + kappa_j)^2 = 4 eta_r R^2 K_E             Eq. (2b)
///   K_R |Theta| <= 2 eta_r R mu F_n0                                      from Eq. (2c); stick_slip.h
///   D_R = c_R sqrt(I_ij K_R), I_ij = 2 I_i I_j/(I_i + I_j)                c_R = 2 in the paper
/// eta_r, c_R [-]; Theta rolling angle [-]; over_i, over_j speeds of the contact point over the two surfaces
/// [length/time]; K_R [force length]; I moment of inertia [mass length^2]; mu friction of the sliding law [-].
/// Each body has its own spring and mode, so that the two torques need not be opposite: the pair does not
/// conserve angular momentum (the paper's section A.2 states this). With `balanced` both bodies have the mean of
/// the two springs. A wall has no spring, and its torque is opposite to that on i. The spring on i then follows the spins
/// relative to the wall, dTheta_i/dt = (omega_i - omega_j) x n, with which these two torques do work.
struct TrackingRollingBase : RollingDefaults {
  static constexpr std::array coefficients{
      Coefficient{"eta_r", Allowed::non_negative, units::number},
      Coefficient{"c_R", Allowed::non_negative, units::number, true, 2.0}};
  static constexpr bool separate_torques = true;
  static constexpr bool builds_on_stiffness = true;
  static constexpr bool needs_mean_inertia = true;

  double eta_r, c_R;

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding) const
  {
    return caps(frame, F_n0, sliding).when_sticking;
  }

 protected:
  /// K_R [force length].
  template <class Real>
  GRANULAR_SRT_FN Real stiffness(const Frame<Real> &frame, const TangentialForce<Real> &sliding) const
  {
    return Real(4.0 * eta_r) * square(frame.effective_radius) * sliding.stiffness;
  }

  /// dTheta/dt of the two bodies [1/time]; a wall does not roll.
  template <class Real> struct Rates {
    Vec3<Real> of_i, of_j;
  };
  template <class Real> GRANULAR_SRT_FN static Rates<Real> rates(const Frame<Real> &frame)
  {
    const Geometry<Real> &g = frame.geometry;
    if (g.wall)
      return {cross(frame.motion.omega_i - frame.motion.omega_j, frame.n), {Real(0), Real(0), Real(0)}};
    const Paths<Real> paths = contact_paths(frame);
    return {(Real(1) / g.radius_i) * paths.over_i, (Real(1) / g.radius_j) * paths.over_j};
  }

  /// Largest K_R |Theta| [force length].
  template <class Real>
  GRANULAR_SRT_FN Caps<Real> caps(const Frame<Real> &frame, Real F_n0,
                                  const TangentialForce<Real> &sliding) const
  {
    return (Real(2.0 * eta_r) * frame.effective_radius) * sliding_caps(sliding, F_n0);
  }

  /// A spring at the end of the step.
  template <class Real> struct Rolled {
    Vec3<Real> spring;    ///< Theta
    Real mode, damps;     ///< as in Yield
  };

  /// The spring after a step with dTheta/dt = rate, shortened to its cap.
  template <class Real>
  GRANULAR_SRT_FN static Rolled<Real> roll(const Frame<Real> &frame, Real K, Caps<Real> most,
                                           Vec3<Real> spring, Vec3<Real> rate, Real mode)
  {
    if (frame.update) {
      Mask<Real> turned;
      spring = advance<Memory::displacement>(spring, rate, K, most.when_sticking, frame, turned);
    }
    const Yield<Real> now = yield(K * length(spring), mode, most, frame.update);
    return {now.factor * spring, now.mode, now.damps};
  }

  /// Load of a spring after its cap was applied: K_R Theta + damps D_R dTheta/dt [force length].
  template <class Real>
  GRANULAR_SRT_FN Vec3<Real> load(const Frame<Real> &frame, Real K, const Rolled<Real> &now,
                                  Vec3<Real> rate) const
  {
    return K * now.spring + (now.damps * Real(c_R) * sqrt_or_zero(frame.motion.mean_inertia * K)) * rate;
  }
};

/// TrackingRollingBase with a spring and a mode for each body.
struct TrackingRolling : TrackingRollingBase {
  static constexpr const char *key = "tracking";
  static constexpr bool conserves_angular_momentum = false;
  // sums and differences, because a slot has only one factor for a relabelling
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, +1, "Theta_i + Theta_j", units::number},
      Slot{SlotKind::tangent_vector, -1, "Theta_i - Theta_j", units::number},
      Slot{SlotKind::scalar, +1, "sum of the rolling modes", units::number},
      Slot{SlotKind::scalar, -1, "difference of the rolling modes", units::number}};
  static constexpr int mode = 6;
  static constexpr std::array diagnostics{"roll_mode_i", "roll_mode_j", "roll_torque_i", "roll_torque_j"};

  static TrackingRolling make(const Sides &c) { return {{{}, c.mean(0), c.mean(1)}}; }

  template <class Real>
  GRANULAR_SRT_FN RollingTorques<Real> torques(const Frame<Real> &frame, Real F_n0,
                                               const TangentialForce<Real> &sliding, Real *history) const
  {
    const Real K = stiffness(frame, sliding);
    const Caps<Real> most = caps(frame, F_n0, sliding);
    const Vec3<Real> sum = load_vector(history), difference = load_vector(history + 3);
    const Real modes = history[6], mode_difference = history[7];

    const auto [rate_i, rate_j] = rates(frame);
    const Rolled<Real> i =
        roll(frame, K, most, Real(0.5) * (sum + difference), rate_i, Real(0.5) * (modes + mode_difference));
    const Rolled<Real> j =
        roll(frame, K, most, Real(0.5) * (sum - difference), rate_j, Real(0.5) * (modes - mode_difference));
    if (frame.update) {
      store_vector(history, i.spring + j.spring);
      store_vector(history + 3, i.spring - j.spring);
      history[6] = i.mode + j.mode;
      history[7] = i.mode - j.mode;
    }
    const Vec3<Real> on_i = -cross(frame.n, load(frame, K, i, rate_i));
    if (frame.geometry.wall) return {on_i, -on_i};
    return {on_i, cross(frame.n, load(frame, K, j, rate_j))};
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &sliding,
                                            const Real *history) const
  {
    const Real K = stiffness(frame, sliding);
    const Vec3<Real> sum = load_vector(history), difference = load_vector(history + 3);
    const auto [rate_i, rate_j] = rates(frame);
    const SpringState<Real> i = displaced_spring(Real(0.5) * (sum + difference), rate_i, K);
    if (frame.geometry.wall) return i;
    const SpringState<Real> j = displaced_spring(Real(0.5) * (sum - difference), rate_j, K);
    return {i.power + j.power, i.energy + j.energy};
  }

  template <class Real>
  void diagnose(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding, Real *history,
                Real *out) const
  {
    const RollingTorques<Real> torques_now = torques(frame, F_n0, sliding, history);
    out[0] = Real(0.5) * (history[6] + history[7]);
    out[1] = Real(0.5) * (history[6] - history[7]);
    out[2] = length(torques_now.on_i);
    out[3] = length(torques_now.on_j);
  }
};

/// TrackingRollingBase with one spring and mode for the pair, (Theta_i + Theta_j)/2: the torques are opposite.
struct BalancedTrackingRolling : TrackingRollingBase {
  static constexpr const char *key = "tracking/balanced";
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, +1, "(Theta_i + Theta_j)/2", units::number},
      Slot{SlotKind::scalar, +1, "rolling mode", units::number}};
  static constexpr int mode = 3;
  static constexpr std::array diagnostics{"roll_mode", "roll_torque"};

  static BalancedTrackingRolling make(const Sides &c) { return {{{}, c.mean(0), c.mean(1)}}; }

  template <class Real>
  GRANULAR_SRT_FN RollingTorques<Real> torques(const Frame<Real> &frame, Real F_n0,
                                               const TangentialForce<Real> &sliding, Real *history) const
  {
    const Real K = stiffness(frame, sliding);
    const auto [rate_i, rate_j] = rates(frame);
    const Vec3<Real> rate = frame.geometry.wall ? rate_i : Real(0.5) * (rate_i + rate_j);
    const Rolled<Real> now =
        roll(frame, K, caps(frame, F_n0, sliding), load_vector(history), rate, history[3]);
    if (frame.update) {
      store_vector(history, now.spring);
      history[3] = now.mode;
    }
    const Vec3<Real> on_i = -cross(frame.n, load(frame, K, now, rate));
    return {on_i, -on_i};
  }

  /// Both bodies have the spring: the mean of two equal rates is one of them.
  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &sliding,
                                            const Real *history) const
  {
    const auto [rate_i, rate_j] = rates(frame);
    const SpringState<Real> one =
        displaced_spring(load_vector(history), rate_i + rate_j, stiffness(frame, sliding));
    return {one.power, frame.geometry.wall ? one.energy : Real(2) * one.energy};
  }

  template <class Real>
  void diagnose(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding, Real *history,
                Real *out) const
  {
    out[0] = history[3];
    out[1] = length(torques(frame, F_n0, sliding, history).on_i);
  }
};

}    // namespace granular_srt::contact
