#pragma once

#include "../coefficients.h"
#include "../frame.h"
#include "../normal/force.h"

namespace granular_srt::contact {

/// Traits of damping laws. A law derives from this and redefines what differs. It also has
///   key                      its word in pair_coeff
///   coefficient_dimension    dimension of eta_n0 (or e)
///   make(eta_n0, hertzian)   the law; hertzian is the trait of the normal law
///   prefactor(frame, normal) = eta_n [mass/time]
/// The damping force on i is -eta_n v_n n. A damping law has no coefficients of its own: it reads the second
/// coefficient of the normal law.
struct DampingDefaults {
  static constexpr const char *coefficient_name = "eta_n0";        ///< its name in error messages
  static constexpr Allowed coefficient = Allowed::non_negative;    ///< its allowed range
  static constexpr bool allows_cohesion = true;                    ///< works with a cohesive normal law
  static constexpr bool needs_contact_radius = false;              ///< reads Frame::contact_radius

  /// Whether eta_n is not always 0.
  /// \param elastic  whether F_ne is not always 0
  static constexpr bool acts(double eta_n0, bool /*elastic*/) { return eta_n0 > 0.0; }
};

/// No damping: eta_n = 0. LAMMPS manual, `damping none`.
struct NoDamping : DampingDefaults {
  static constexpr const char *key = "none";
  static constexpr Dimension coefficient_dimension = units::number;    // not read

  static constexpr bool acts(double /*eta_n0*/, bool /*elastic*/) { return false; }
  static NoDamping make(double /*eta_n0*/, bool /*hertzian*/) { return {}; }

  template <class Real> GRANULAR_SRT_FN Real prefactor(const Frame<Real> &, const NormalForce<Real> &) const
  {
    return Real(0);
  }
};

}    // namespace granular_srt::contact
