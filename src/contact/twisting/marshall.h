#pragma once

#include "twisting.h"

namespace granular_srt::contact {

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
