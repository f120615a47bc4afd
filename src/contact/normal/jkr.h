#pragma once

#include "../cube_root.h"
#include "force.h"

namespace granular_srt::contact {

/// Johnson-Kendall-Roberts adhesion, with the contact radius a as parameter:
///   F_ne  = 4 E_eff a^3/(3R) - 2 pi a^2 sqrt(4 gamma E_eff/(pi a))
///   delta = a^2/R - 2 sqrt(pi gamma a/E_eff)
///   F_po  = 3 pi gamma R
/// E_eff effective Young's modulus [pressure], R effective radius [length], delta overlap [length], gamma
/// surface energy [energy/length^2], F_po pull-off force [force].
/// Johnson, Kendall & Roberts, Proc. R. Soc. Lond. A 324, 301 (1971); LAMMPS manual, `jkr`.
/// A contact begins at delta = 0 and ends at delta = -delta_c,
///   delta_c = (3 pi^2 gamma^2 R/(16 E_eff^2))^(1/3),
/// where the attraction is F_po. This is the limit under a prescribed load. (Under a prescribed displacement the neck
/// would exist longer, up to F = -(5/3) pi gamma R. LAMMPS and this law end the contact at the load limit.)
struct Jkr : AdhesiveDefaults {
  static constexpr const char *key = "jkr";
  static constexpr bool beyond_contact = true;

  double E_eff, gamma;

  static Jkr make(const Sides &c) { return {{}, effective_young_modulus(elasticity_of(c)), c.mean(3)}; }

  /// delta_c [length].
  [[nodiscard]] GRANULAR_SRT_FN double pull_off_distance(double effective_radius) const
  {
    return std::cbrt(3.0 * pi * pi / 16.0 * effective_radius * square(gamma / E_eff));
  }

  /// a [length] from delta(a), on the branch of a from the load limit upwards: the closed-form root of a
  /// quartic in sqrt(a), written with dR = delta R. 0 where gamma = delta = 0.
  template <class Real> GRANULAR_SRT_FN Real contact_radius(Real overlap, Real effective_radius) const
  {
    const Real E = Real(E_eff);
    const Real R2 = square(effective_radius);
    const Real dR = overlap * effective_radius;
    const Real t0 = Real(gamma * gamma) * R2 * R2 * E;
    const Real t1 = Real(27.0 * pi * pi) * t0;
    const Real t2 = Real(8) * cube(dR * E);
    const Real t4 = cbrt_or_zero(
        t1 + t2 + Real(3.0 * 1.7320508075688772935 * pi) * sqrt_or_zero(t0 * (t1 + Real(2) * t2)));
    const auto open = t4 > Real(0);
    const Real t5 = select(open, Real(4) * square(dR) * E / select(open, t4, Real(1)) + t4 / E, Real(0));
    const Real t6 = sqrt_or_zero(Real(2) * dR + t5);
    const auto wide = t6 > Real(0);
    const Real t7 = select(
        wide, Real(6.0 * 2.4494897427831780982 * pi * gamma) * R2 / (E * select(wide, t6, Real(1))), Real(0));
    return Real(0.40824829046386301637) * (t6 + sqrt_or_zero(Real(4) * dR - t5 + t7));
  }

  template <class Real> GRANULAR_SRT_FN NormalForce<Real> force(const Frame<Real> &frame) const
  {
    using std::sqrt;
    const Real a = frame.contact_radius;
    const Real a2 = a * a;
    // 2 pi a^2 sqrt(4 gamma E/(pi a)) without dividing by a
    const Real adhesion = Real(4) * a * sqrt(Real(pi * gamma * E_eff) * a);
    return {Real(4.0 / 3.0 * E_eff) * a * a2 / frame.effective_radius - adhesion,
            Real(3.0 * pi * gamma) * frame.effective_radius, cohesive};
  }

  /// Integral of F_ne d delta from the first touch on, with a as parameter, q = sqrt(pi gamma/E):
  ///   U(a) - U(a_0),  U = E [8 a^5/(15 R^2) - (8/3) q a^(7/2)/R + 2 q^2 a^2],  a_0 = (2 q R)^(2/3)
  /// At the pull-off distance it is positive: this work is lost when the contact ends.
  template <class Real> GRANULAR_SRT_FN Real energy(const Frame<Real> &frame) const
  {
    const double q = std::sqrt(pi * gamma / E_eff);
    const Real R = frame.effective_radius;
    const Real a_0 = cbrt_or_zero(square(Real(2.0 * q) * R));
    const auto U = [&](Real a) {
      const Real lift = a * sqrt_or_zero(a) / R;    // a^(3/2)/R
      return Real(E_eff) * a * a *
          ((Real(8.0 / 15.0) * lift - Real(8.0 / 3.0 * q)) * lift + Real(2.0 * q * q));
    };
    return U(frame.contact_radius) - U(a_0);
  }

  /// (dF/da)/(d delta/da), with a from F = (4E/3R) y^2 - 4 sqrt(pi gamma E) y, y = a^(3/2).
  [[nodiscard]] double stiffness_at(double force, double effective_radius) const
  {
    const double curvature = 4.0 * E_eff / (3.0 * effective_radius);
    const double s = std::sqrt(pi * gamma * E_eff);
    const double y = (2.0 * s + std::sqrt(4.0 * s * s + curvature * force)) / curvature;
    const double a = std::cbrt(y * y);
    const double dF_da = 3.0 * curvature * a * a - 6.0 * s * std::sqrt(a);
    const double ddelta_da = 2.0 * a / effective_radius - std::sqrt(pi * gamma / (E_eff * a));
    return dF_da / ddelta_da;
  }
};

}    // namespace granular_srt::contact
