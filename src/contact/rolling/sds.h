#pragma once

#include "torques.h"

namespace granular_srt::contact {

/// Spring-dashpot-slider against rolling, as a pseudo-force F_r with the torque R n x F_r on i and the opposite
/// on j:
///   xi += v_r dt,  F_r = -k_roll xi - gamma_roll v_r,  |F_r| <= mu_roll F_n0
/// k_roll [force/length], gamma_roll [mass/time], mu_roll [-], xi rolling displacement [length].
/// Luding, Granular Matter 10, 235 (2008), section 2.4; rolling velocity of Wang, Alonso-Marroquin & Guo,
/// Particuology 23, 49 (2015), Eq. (31); Santos et al. 2020, Eqs. (2c), (3c); LAMMPS manual, `rolling sds`.
struct SdsRolling : RollingDefaults {
  static constexpr const char *key = "sds";
  static constexpr std::array coefficients{
      Coefficient{"k_roll", Allowed::spring, units::stiffness},
      Coefficient{"gamma_roll", Allowed::non_negative, units::mass / units::time},
      Coefficient{"mu_roll", Allowed::non_negative, units::number}};
  // v_r = R (w_i - w_j) x n keeps its sign on a relabelling, because both factors change sign
  static constexpr std::array slots{
      Slot{SlotKind::tangent_vector, +1, "rolling displacement xi", units::length}};

  double k_roll, gamma_roll, mu_roll;

  static SdsRolling make(const Sides &c) { return {{}, c.mean(0), c.mean(1), c.friction(2, 0, 1)}; }

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &, Real F_n0, const TangentialForce<Real> &) const
  {
    return Real(mu_roll) * F_n0;
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &,
                                            const Real *history) const
  {
    return displaced_spring(load_vector(history), frame.v_r, Real(k_roll));
  }

  template <class Real>
  GRANULAR_SRT_FN Vec3<Real> force(const Frame<Real> &frame, Real F_n0, Real *history) const
  {
    const Real most = Real(mu_roll) * F_n0;
    const Real k = Real(k_roll);
    Vec3<Real> spring = load_vector(history);
    if (frame.update) {
      Mask<Real> turned;
      spring = advance<Memory::displacement>(spring, frame.v_r, k, most, frame, turned);
    }
    const Slid<Real> slid =
        slide<Memory::displacement>(spring, Real(-gamma_roll) * frame.v_r, k, most, dot(spring, spring));
    if (frame.update) store_vector(history, slid.spring);
    return slid.load;
  }
};

}    // namespace granular_srt::contact
