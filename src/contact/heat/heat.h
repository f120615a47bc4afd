#pragma once

#include "../coefficients.h"
#include "../frame.h"

#include <array>

namespace granular_srt::contact {

/// No heat conduction.
struct NoHeat {
  static constexpr const char *key = "none";
  static constexpr std::array<Coefficient, 0> coefficients{};
  static constexpr bool acts = false;
  static constexpr bool needs_contact_radius = false;

  static NoHeat make(const Sides &) { return {}; }

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &, Real /*T_j - T_i*/) const
  {
    return Real(0);
  }
};

/// Heat flow into i through a patch of radius a: 2 k_s a (T_j - T_i) [energy/time].
/// Batchelor & O'Brien, Proc. R. Soc. Lond. A 355, 313 (1977); manual, `heat radius`.
struct RadiusHeat {
  static constexpr const char *key = "radius";
  /// k_s: conductivity [energy/(length time temperature)]
  static constexpr std::array coefficients{Coefficient{"k_s", Allowed::non_negative}};
  static constexpr bool acts = true;
  static constexpr bool needs_contact_radius = true;

  double k_s;

  static RadiusHeat make(const Sides &c) { return {c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &frame, Real difference) const
  {
    return Real(2.0 * k_s) * frame.contact_radius * difference;
  }
};

/// Heat flow into i through a patch of area pi a^2: h_s pi a^2 (T_j - T_i) [energy/time].
/// Manual, `heat area`.
struct AreaHeat {
  static constexpr const char *key = "area";
  /// h_s: heat transfer coefficient [energy/(area time temperature)]
  static constexpr std::array coefficients{Coefficient{"h_s", Allowed::non_negative}};
  static constexpr bool acts = true;
  static constexpr bool needs_contact_radius = true;

  double h_s;

  static AreaHeat make(const Sides &c) { return {c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &frame, Real difference) const
  {
    return Real(pi * h_s) * square(frame.contact_radius) * difference;
  }
};

}    // namespace granular_srt::contact
