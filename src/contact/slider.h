#pragma once

#include "frame.h"
#include "history.h"

#include <limits>

namespace granular_srt::contact {

/// \file
/// Spring, dashpot and slider of a vector in the tangent plane, for sliding and rolling laws. Cundall & Strack
/// (1979); Luding, Granular Matter 10, 235 (2008), Eqs. (16)-(20).

/// Quantity that the history of a slider holds.
enum class Memory {
  displacement,    ///< xi [length]: elastic load = -k xi
  load             ///< F_e [force]: grows by -k v dt, and does not change when k changes
};

/// Result of `slide`.
template <class Real> struct Slid {
  Vec3<Real> load;      ///< spring and dashpot after the cap [force]
  Vec3<Real> spring;    ///< the spring for the history [length] or [force]
};

/// The spring after the step: rotated into the tangent plane, then moved by v dt.
///   displacement: xi += v dt          load: F_e -= k v dt
/// With synchronized_verlet the plane is that of mid-step; a second rotation brings the spring into the plane at the
/// end of the step.
/// \param v    slip or rolling velocity [length/time]
/// \param k    stiffness [force/length]
/// \param cap  largest load [force]: rotations that change less than 1e-10 of it are skipped
/// \param turned_at_end  set where the second rotation happened
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

/// load = elastic load + damping_load. A load above the cap is scaled down to the cap, and the spring is set so
/// that spring and dashpot together give this load, or to 0 if k = 0. A spring of length zero at the cap gives no
/// load, as in LAMMPS. Luding (2008), Eqs. (18)-(20). Squares are compared because most contacts stick and need no root.
/// \param damping_load    load of the dashpot [force]
/// \param spring_squared  square of the spring's length; only whether it is 0 matters
template <Memory memory, class Real>
GRANULAR_SRT_FN Slid<Real> slide(Vec3<Real> spring, Vec3<Real> damping_load, Real k, Real cap,
                                 Real spring_squared)
{
  const Vec3<Real> trial = memory == Memory::load ? damping_load + spring : damping_load - k * spring;
  const Real magnitude_squared = dot(trial, trial);
  const auto slips = magnitude_squared > cap * cap;
  if (!needed(slips)) return {trial, spring};

  using std::sqrt;
  const auto remembers = spring_squared > Real(0);
  // cap/|trial| with a root and a quotient that are independent of each other
  const Real shortened = sqrt(magnitude_squared) * (cap / select(slips, magnitude_squared, Real(1)));
  const Vec3<Real> load = select(slips, select(remembers, shortened, Real(0)), Real(1)) * trial;
  // k = 0: a Mindlin law at an overlap of 0
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const Real per_load = memory == Memory::load ? Real(1) : Real(-1) / select(k > Real(0), k, Real(infinite));
  const Vec3<Real> left = per_load * (load - damping_load);
  return {load, select(both(slips, remembers), left, spring)};
}

}    // namespace granular_srt::contact
