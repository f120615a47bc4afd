#pragma once

#include "../stick_slip.h"
#include "twisting.h"

namespace granular_srt::contact {

/// Spin friction with static and kinetic caps, built on the sliding law's stiffness K_E and friction.
/// Fang & Negrut (2020), section 3.3:
///   Psi += w_t dt,   tau = -K_psi Psi - damps D_psi w_t on i along n
///   K_psi = eta arm^2 K_E
///   K_psi |Psi| <= cap_psi = eta arm mu F_n0                              stick_slip.h
///   D_psi = c_psi sqrt(I_ij K_psi), I_ij = 2 I_i I_j/(I_i + I_j)          Eq. (3d), where c_psi = 2
/// Psi spin angle [-], K_psi [force length], c_psi [-], I moment of inertia [mass length^2], mu friction of the
/// sliding law [-]. A law has c_psi and the functions eta() [-] and arm(frame) [length].
template <class Law> struct TrackedSpin : TwistingDefaults {
  static constexpr std::array slots{Slot{SlotKind::scalar, +1, "tracked spin angle Psi", units::number},
                                    Slot{SlotKind::scalar, +1, "spin mode", units::number}};
  static constexpr int mode = 1;
  static constexpr bool builds_on_sliding = true;
  static constexpr bool builds_on_stiffness = true;
  static constexpr bool needs_mean_inertia = true;
  static constexpr std::array diagnostics{"spin_mode", "spin_angle"};

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding) const
  {
    return Real(law().eta()) * law().arm(frame) * sliding_caps(sliding, F_n0).when_sticking;
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &sliding,
                                            const Real *history) const
  {
    return displaced_spring(history[0], frame.w_t,
                            Real(law().eta()) * square(law().arm(frame)) * sliding.stiffness);
  }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding,
                              Real *history) const
  {
    using std::fabs;
    const Real arm = law().arm(frame);
    const Real per_force = Real(law().eta()) * arm;
    const Real K = per_force * arm * sliding.stiffness;
    Real spring = history[0];
    if (frame.update) spring = spring + frame.w_t * frame.dt;
    const Yield<Real> now =
        yield(K * fabs(spring), history[1], per_force * sliding_caps(sliding, F_n0), frame.update);
    spring = now.factor * spring;
    if (frame.update) {
      history[0] = spring;
      history[1] = now.mode;
    }
    const Real D = now.damps * Real(law().c_psi) * sqrt_or_zero(frame.motion.mean_inertia * K);
    return -K * spring - D * frame.w_t;
  }

  template <class Real>
  void diagnose(const Frame<Real> &, Real /*F_n0*/, const TangentialForce<Real> &, Real *history,
                Real *out) const
  {
    out[0] = history[1];
    out[1] = history[0];
  }

 private:
  [[nodiscard]] GRANULAR_SRT_FN const Law &law() const { return static_cast<const Law &>(*this); }
};

/// Empirical, Eq. (3c): eta = eta_psi, arm = 1/K_c. Hence K_psi = eta_psi K_E/K_c^2, cap_psi = eta_psi mu F_n0/K_c.
/// eta_psi [-], K_c curvature [1/length]. The paper's K_c of a sphere on a plane is 1/R_i. K_c NULL means 1/R, which
/// is the same there.
struct TrackingTwisting : TrackedSpin<TrackingTwisting> {
  static constexpr const char *key = "tracking";
  static constexpr std::array coefficients{
      Coefficient{"eta_psi", Allowed::non_negative, units::number},
      Coefficient{"K_c", Allowed::positive_or_null, units::number / units::length, true, null},
      Coefficient{"c_psi", Allowed::non_negative, units::number, true, 2.0}};

  double eta_psi, K_c, c_psi;

  static TrackingTwisting make(const Sides &c) { return {{}, c.mean(0), c.mean(1), c.mean(2)}; }

  [[nodiscard]] GRANULAR_SRT_FN double eta() const { return eta_psi; }

  template <class Real> GRANULAR_SRT_FN Real arm(const Frame<Real> &frame) const
  {
    return is_null(K_c) ? frame.effective_radius : Real(1.0 / K_c);
  }
};

/// From the contact radius a [length], Eqs. (13), (14): eta = 1/2, arm = a. Hence K_psi = a^2 K_E/2,
/// cap_psi = mu F_n0 a/2.
struct HertzTrackingTwisting : TrackedSpin<HertzTrackingTwisting> {
  static constexpr const char *key = "tracking/hertz";
  static constexpr std::array coefficients{
      Coefficient{"c_psi", Allowed::non_negative, units::number, true, 2.0}};
  static constexpr bool needs_contact_radius = true;

  double c_psi;

  static HertzTrackingTwisting make(const Sides &c) { return {{}, c.mean(0)}; }

  [[nodiscard]] GRANULAR_SRT_FN double eta() const { return 0.5; }

  template <class Real> GRANULAR_SRT_FN Real arm(const Frame<Real> &frame) const
  {
    return frame.contact_radius;
  }
};

}    // namespace granular_srt::contact
