#pragma once

#include "frame.h"
#include "history.h"

namespace granular_srt::contact {

/// \file
/// The spring-dashpot-slider that sliding and rolling share (Cundall & Strack 1979; Luding, Granular
/// Matter 10, 235 (2008), Eqs. (16)-(20)), for a vector in the tangent plane and for a scalar.

/// What a slider remembers.
enum class Memory {
  displacement,    ///< xi [length]: elastic load = -k xi
  load             ///< F_e itself [force]: grows by -k v dt, so a change of k leaves it alone
};

/// Trial load of spring and dashpot, and both after the Coulomb cap.
template <class Real> struct Slid {
  Vec3<Real> load;      ///< capped spring + dashpot [force]
  Vec3<Real> spring;    ///< what to remember
};

/// Advances the spring: turned into the present plane, then moved by v dt.
///   displacement: xi += v dt          load: F_e -= k v dt
/// With synchronized_verlet the plane is that of mid-step and a second turn brings it to the end of the step.
/// \param turned_at_end  set where the second turn happened
template <Memory memory, class Real>
GRANULAR_SRT_FN Vec3<Real> advance(Vec3<Real> spring, Vec3<Real> v, Real k, Real cap,
                                   const Frame<Real> &frame, Mask<Real> &turned_at_end)
{
  const Real per_unit = memory == Memory::load ? Real(1) : k;
  spring = follow_frame(spring, frame.n, per_unit, cap, turned_at_end);
  const Real gain = memory == Memory::load ? -k * frame.dt : frame.dt;
  spring = spring + gain * v;
  if (frame.synchronized) spring = follow_frame(spring, frame.n_end, per_unit, cap, turned_at_end);
  return spring;
}

/// load = elastic + damping, cut to the cap along the trial load's own direction; the spring is set to
/// what the cut load leaves for it. A spring of length zero at the cap gives no load, as in LAMMPS.
/// Luding (2008), Eqs. (18)-(20). Squares are compared, since most contacts stick and need no root.
/// \param spring_squared  square of the spring's length: only whether it is zero counts
template <Memory memory, class Real>
GRANULAR_SRT_FN Slid<Real> slide(Vec3<Real> spring, Vec3<Real> damping_load, Real k, Real cap,
                                 Real spring_squared)
{
  const Vec3<Real> trial =
      memory == Memory::load ? damping_load + spring : damping_load - k * spring;
  const Real magnitude_squared = dot(trial, trial);
  const auto slips = magnitude_squared > cap * cap;
  if (!needed(slips)) return {trial, spring};

  using std::sqrt;
  const auto remembers = spring_squared > Real(0);
  // cap/|trial| with a root and a quotient that do not wait for each other
  const Real shortened = sqrt(magnitude_squared) * (cap / select(slips, magnitude_squared, Real(1)));
  const Vec3<Real> load =
      select(slips, select(remembers, shortened, Real(0)), Real(1)) * trial;
  const Real per_load = memory == Memory::load ? Real(1) : Real(-1) / k;
  const Vec3<Real> left = per_load * (load - damping_load);
  return {load, select(both(slips, remembers), left, spring)};
}

}    // namespace granular_srt::contact
