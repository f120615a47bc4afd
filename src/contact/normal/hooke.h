#pragma once

#include "force.h"

namespace granular_srt::contact {

/// Linear spring:
///   F_ne = k_n delta
/// k_n [force/length], delta overlap [length]. Santos et al. 2020, Eq. (1b); LAMMPS manual, `hooke`.
struct Hooke : NormalDefaults {
  static constexpr const char *key = "hooke";
  static constexpr std::array coefficients{
      Coefficient{"k_n", Allowed::non_negative, units::stiffness},
      Coefficient{"eta_n0", Allowed::non_negative, units::set_by_damping}};
  static constexpr bool hertzian = false;

  double k_n;

  static Hooke make(const Sides &c) { return {{}, c.mean(0)}; }

  template <class Real> GRANULAR_SRT_FN NormalForce<Real> force(const Frame<Real> &frame) const
  {
    return {Real(k_n) * frame.overlap, Real(0), cohesive};
  }

  /// k_n delta^2/2.
  template <class Real> GRANULAR_SRT_FN Real energy(const Frame<Real> &frame) const
  {
    return Real(0.5 * k_n) * square(frame.overlap);
  }

  [[nodiscard]] double stiffness_at(double /*force*/, double /*effective_radius*/) const { return k_n; }
};

}    // namespace granular_srt::contact
