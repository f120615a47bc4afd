#pragma once

#include "../coefficients.h"
#include "../frame.h"
#include "../history.h"
#include "../tangential/friction.h"

namespace granular_srt::contact {

/// Spring-dashpot-slider against twisting about n; the torque on i along n:
///   xi += w_t dt,  tau = -k xi - gamma w_t,  |tau| <= cap.
/// Marshall, J. Comput. Phys. 228, 1541 (2009), Eqs. (30), (34); Santos et al. 2020, Eqs. (2d), (3d).
/// At the cap tau keeps the sign of the trial torque, and xi becomes what the cut torque leaves for the
/// spring. (LAMMPS takes the sign of -w_t, which during a fast reversal points the other way and at
/// w_t = 0 gives no torque at all.)
/// k [force length], gamma [force length time], cap [force length]
template <class Real>
GRANULAR_SRT_FN Real twist_torque(const Frame<Real> &frame, Real k, Real gamma, Real cap, Real *history)
{
  using std::fabs;
  Real spring = history[0];
  if (frame.update) spring = spring + frame.w_t * frame.dt;
  const Real trial = -k * spring - gamma * frame.w_t;
  const auto slips = fabs(trial) > cap;
  if (!needed(slips)) {
    if (frame.update) history[0] = spring;
    return trial;
  }
  const Real torque = select(slips, select(trial > Real(0), cap, -cap), trial);
  // without a spring (Marshall on a law without history) there is nothing to set
  const auto springy = k > Real(0);
  const Real per_torque = select(springy, Real(-1) / select(springy, k, Real(1)), Real(0));
  const Real left = per_torque * (torque + gamma * frame.w_t);
  if (frame.update) history[0] = select(slips, left, spring);
  return torque;
}

}    // namespace granular_srt::contact
