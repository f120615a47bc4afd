#pragma once

#include "../coefficients.h"
#include "../slider.h"

namespace granular_srt::contact {

/// Spring-dashpot-slider against rolling, as a pseudo-force that gives torques R n x F_r on i and the
/// opposite on j:
///   xi += v_r dt,  F_r = -k_roll xi - gamma_roll v_r,  |F_r| <= mu_roll F_n0.
/// Luding, Granular Matter 10, 235 (2008), section 2.4; rolling velocity of Wang, Alonso-Marroquin & Guo,
/// Particuology 23, 49 (2015), Eq. (31); Santos et al. 2020, Eqs. (2c), (3c); manual, `rolling sds`.
struct SdsRolling {
  static constexpr const char *key = "sds";
  /// k_roll [force/length], gamma_roll [force time/length], mu_roll [-]
  static constexpr std::array coefficients{Coefficient{"k_roll", Allowed::positive},
                                           Coefficient{"gamma_roll", Allowed::non_negative},
                                           Coefficient{"mu_roll", Allowed::non_negative}};
  /// v_r = R (w_i - w_j) x n is the same seen from either side: both factors change sign.
  static constexpr std::array slots{Slot{SlotKind::tangent_vector, +1, "rolling displacement xi"}};
  static constexpr bool acts = true;

  double k_roll, gamma_roll, mu_roll;

  static SdsRolling make(const Sides &c) { return {c.mean(0), c.mean(1), c.mean(2)}; }

  template <class Real>
  GRANULAR_SRT_FN Vec3<Real> force(const Frame<Real> &frame, Real F_n0, Real *history) const
  {
    const Real cap = Real(mu_roll) * F_n0;
    const Real k = Real(k_roll);
    Vec3<Real> spring = load_vector(history);
    if (frame.update) {
      Mask<Real> turned;
      spring = advance<Memory::displacement>(spring, frame.v_r, k, cap, frame, turned);
    }
    const Slid<Real> slid =
        slide<Memory::displacement>(spring, Real(-gamma_roll) * frame.v_r, k, cap, dot(spring, spring));
    if (frame.update) store_vector(history, slid.spring);
    return slid.load;
  }
};

}    // namespace granular_srt::contact
