#pragma once

#include "../coefficients.h"
#include "../frame.h"

#include <array>

namespace granular_srt::contact {

/// Traits of heat laws. A law derives from this and redefines what differs. It also has
///   key, coefficients          its keyword and its coefficients in pair_coeff
///   make(sides)                the law from the coefficients of both bodies
///   flow(frame, T_j - T_i)     heat flow into i [energy/time]; j gets the opposite
struct HeatDefaults {
  static constexpr bool acts = true;                     ///< false: flow is never called
  static constexpr bool needs_contact_radius = false;    ///< reads Frame::contact_radius
};

struct NoHeat : HeatDefaults {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr bool acts = false;

  static NoHeat make(const Sides &) { return {}; }

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &, Real /*T_j - T_i*/) const
  {
    return Real(0);
  }
};

/// Heat flow into i through a contact patch of radius a:
///   Q = 2 k_s a (T_j - T_i) [energy/time]
/// k_s conductivity [energy/(length time temperature)], a contact radius [length].
/// Batchelor & O'Brien, Proc. R. Soc. Lond. A 355, 313 (1977); LAMMPS manual, `heat radius`.
struct RadiusHeat : HeatDefaults {
  static constexpr const char *key = "radius";
  static constexpr std::array coefficients{Coefficient{
      "k_s", Allowed::non_negative, units::energy / (units::length * units::time * units::temperature)}};
  static constexpr bool needs_contact_radius = true;

  double k_s;

  static RadiusHeat make(const Sides &c) { return {{}, c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &frame, Real difference) const
  {
    return Real(2.0 * k_s) * frame.contact_radius * difference;
  }
};

/// Heat flow into i through a contact patch of area pi a^2:
///   Q = h_s pi a^2 (T_j - T_i) [energy/time]
/// h_s heat transfer coefficient [energy/(length^2 time temperature)], a contact radius [length].
/// LAMMPS manual, `heat area`.
struct AreaHeat : HeatDefaults {
  static constexpr const char *key = "area";
  static constexpr std::array coefficients{
      Coefficient{"h_s", Allowed::non_negative,
                  units::energy / (units::length * units::length * units::time * units::temperature)}};
  static constexpr bool needs_contact_radius = true;

  double h_s;

  static AreaHeat make(const Sides &c) { return {{}, c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &frame, Real difference) const
  {
    return Real(pi * h_s) * square(frame.contact_radius) * difference;
  }
};

}    // namespace granular_srt::contact
