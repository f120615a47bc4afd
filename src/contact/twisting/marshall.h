#pragma once

#include "twisting.h"

namespace granular_srt::contact {

/// Twisting of a patch of radius a that slides as the tangential law says:
///   k = k_s a^2/2,  gamma = eta_t a^2/2,  cap = (2/3) a mu F_n0.
/// Marshall, J. Comput. Phys. 228, 1541 (2009), Eqs. (32), (33), (44); manual, `twisting marshall`.
/// k_s is the tangential law's whole stiffness [force/length]: k_t for linear laws, k_t a for Mindlin
/// laws (8 G_eff a in Marshall's paper). LAMMPS uses the bare k_t, which for Mindlin laws is a pressure
/// and leaves the torque one length short.
struct MarshallTwisting {
  static constexpr const char *key = "marshall";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr std::array slots{Slot{SlotKind::scalar, +1, "twisting angle xi"}};
  static constexpr bool acts = true;
  static constexpr bool needs_contact_radius = true;
  static constexpr bool builds_on_sliding = true;

  static MarshallTwisting make(const Sides &) { return {}; }

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding,
                              Real *history) const
  {
    const Real half_a2 = Real(0.5) * square(frame.contact_radius);
    const Real cap = Real(2.0 / 3.0) * frame.contact_radius * sliding.friction * F_n0;
    return twist_torque(frame, half_a2 * sliding.stiffness, half_a2 * sliding.damping, cap, history);
  }
};

}    // namespace granular_srt::contact
