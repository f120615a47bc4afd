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

/// Constant damping:
///   eta_n = eta_n0
/// eta_n0 [mass/time]. LAMMPS manual, `damping velocity`.
struct VelocityDamping : DampingDefaults {
  static constexpr const char *key = "velocity";
  static constexpr Dimension coefficient_dimension = units::mass / units::time;

  double eta_n0;

  static VelocityDamping make(double eta_n0, bool /*hertzian*/) { return {{}, eta_n0}; }

  template <class Real> GRANULAR_SRT_FN Real prefactor(const Frame<Real> &, const NormalForce<Real> &) const
  {
    return Real(eta_n0);
  }
};

/// Damping in proportion to the effective mass:
///   eta_n = eta_n0 m_eff
/// eta_n0 [1/time], m_eff effective mass [mass].
/// Santos et al. 2020, Eq. (1b); LAMMPS manual, `damping mass_velocity`.
struct MassVelocityDamping : DampingDefaults {
  static constexpr const char *key = "mass_velocity";
  static constexpr Dimension coefficient_dimension = units::number / units::time;

  double eta_n0;

  static MassVelocityDamping make(double eta_n0, bool /*hertzian*/) { return {{}, eta_n0}; }

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &) const
  {
    return Real(eta_n0) * frame.effective_mass;
  }
};

/// Viscoelastic damping, the default of pair_coeff:
///   eta_n = eta_n0 a m_eff
/// eta_n0 [1/(time length)], a contact radius [length], m_eff effective mass [mass].
/// Brilliantov et al., Phys. Rev. E 53, 5382 (1996), in the form of the LAMMPS manual, `damping viscoelastic`.
struct ViscoelasticDamping : DampingDefaults {
  static constexpr const char *key = "viscoelastic";
  static constexpr Dimension coefficient_dimension = units::number / (units::time * units::length);
  static constexpr bool needs_contact_radius = true;

  double eta_n0;

  static ViscoelasticDamping make(double eta_n0, bool /*hertzian*/) { return {{}, eta_n0}; }

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &) const
  {
    return Real(eta_n0) * frame.effective_mass * frame.contact_radius;
  }
};

}    // namespace granular_srt::contact
