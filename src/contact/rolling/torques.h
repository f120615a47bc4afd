#pragma once

#include "../tangential/friction.h"

namespace granular_srt::contact {

/// Rolling torques on the two bodies [force length].
template <class Real> struct RollingTorques {
  Vec3<Real> on_i, on_j;
};

/// Traits of rolling laws. A law derives from this and redefines what differs. It also has
///   key, coefficients              its keyword and its coefficients in pair_coeff
///   slots                          its history (history.h); NoSlots without history
///   make(sides)                    the law from the coefficients of both bodies
///   force(frame, F_n0, history)    pseudo-force F_r [force]: the torques are R n x F_r on i, the opposite on j
///   cap(frame, F_n0, sliding)      largest |F_r| [force]; mobilized friction is |F_r|/cap
/// or, with separate_torques,
///   torques(frame, F_n0, sliding, history)    RollingTorques on both bodies
///   cap(frame, F_n0, sliding)      largest torque on a body while it slips [force length]; mobilized friction is
///                                  |torque|/cap
/// A law with a spring redefines springs(frame, sliding, history).
struct RollingDefaults {
  static constexpr bool acts = true;                             ///< false: the law is never called
  static constexpr bool needs_contact_radius = false;            ///< reads Frame::contact_radius
  static constexpr bool needs_mean_inertia = false;              ///< reads Motion::mean_mass or mean_inertia
  static constexpr bool builds_on_stiffness = false;             ///< reads TangentialForce::stiffness
  static constexpr bool separate_torques = false;                ///< has `torques` instead of `force`
  static constexpr bool conserves_angular_momentum = true;       ///< the two torques are always opposite
  static constexpr std::array<const char *, 0> diagnostics{};    ///< names of the values of `diagnose`

  /// Of all its springs together.
  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &, const TangentialForce<Real> & /*sliding*/,
                                            const Real * /*history*/) const
  {
    return no_spring<Real>();
  }
};

/// Torques of any rolling law.
/// \param sliding  result of the tangential law
template <class Rolling, class Real>
GRANULAR_SRT_FN RollingTorques<Real> rolling_torques(const Rolling &law, const Frame<Real> &frame, Real F_n0,
                                                     const TangentialForce<Real> &sliding, Real *history)
{
  if constexpr (Rolling::separate_torques) {
    return law.torques(frame, F_n0, sliding, history);
  } else {
    const Vec3<Real> F_r = law.force(frame, F_n0, history);
    const Vec3<Real> torque = frame.effective_radius * cross(frame.n, F_r);
    return {torque, -torque};
  }
}

/// Largest torque of any rolling law on a body that slips [force length].
template <class Rolling, class Real>
GRANULAR_SRT_FN Real rolling_torque_cap(const Rolling &law, const Frame<Real> &frame, Real F_n0,
                                        const TangentialForce<Real> &sliding)
{
  const Real cap = law.cap(frame, F_n0, sliding);
  return Rolling::separate_torques ? cap : frame.effective_radius * cap;
}

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
