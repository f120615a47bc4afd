#pragma once

#include "contact.h"

#include <algorithm>
#include <array>

namespace granular_srt::contact {

/// \file
/// Energy of one contact, mode by mode: what its springs store and what it takes from its two bodies. The numbers come
/// from the laws' own functions: the springs of a law are its answer without motion, damping and caps.

/// Modes of a contact.
enum Mode { in_normal, in_sliding, in_rolling, in_twisting, n_modes };

/// Energy by mode [energy].
using ModeEnergy = std::array<double, n_modes>;

/// Power that a contact turns into heat [energy/time].
struct Dissipation {
  double normal_damping = 0.0, sliding_damping = 0.0, sliding = 0.0, rolling = 0.0, twisting = 0.0;

  [[nodiscard]] double total() const
  {
    return normal_damping + sliding_damping + sliding + rolling + twisting;
  }
};

/// One contact in one force evaluation.
struct ContactAccount {
  Vec3<double> n;       ///< normal with which the loads were evaluated
  double F_ne, F_nd;    ///< elastic and damping part of the normal force along n on i [force]
  Vec3<double> F_s,
      dashpot;    ///< force of sliding on i, and the part of it by a dashpot; no part where it slides [force]
  RollingTorques<double> rolling;     ///< [force length]
  double twisting;                    ///< torque along n on i [force length]
  Vec3<double> torque_i, torque_j;    ///< all torques [force length]
  ModeEnergy stored;                  ///< at the end of the evaluation
  ModeEnergy
      changed;    ///< what motion and caps of the step have changed of it; 0 without update, and of the normal mode
  Dissipation
      dissipated;    ///< as the laws see it, with the velocities of the force evaluation; never negative
};

/// Work per time of the loads of a contact on its two bodies [energy/time].
struct ContactPower {
  double elastic, normal_damping, sliding_damping;
  ModeEnergy
      springs;    ///< of friction, with the velocities that the laws see: what springs and caps take, with a minus sign
  double by_law;    ///< beyond that: of levers and torques that the springs do not see
  double on_bodies, on_i, on_j;
};

/// What a contact that has ended takes with it [energy].
struct EndedContact {
  ModeEnergy
      stored;    ///< of friction, just before; of the normal mode, what adhesion has stored at the pull-off distance
};

namespace detail {

  /// Springs of the friction laws, from a history that stays as it is.
  struct Springs {
    TangentialForce<double> sliding;
    RollingTorques<double> rolling;
    double twisting;
    ModeEnergy stored;
  };

  // No cap is reached below this; its square is still a number or infinite, which is as good.
  inline constexpr double uncapped = 1e200;

  inline Springs springs_of(const AnyContact &law, const Frame<double> &moving, const HistoryLayout &layout,
                            const double *history)
  {
    const Vec3<double> none{0.0, 0.0, 0.0};
    Frame<double> still = moving;
    still.update = false;
    still.v_n = still.w_t = 0.0;
    still.v_s = still.v_r = none;
    Motion<double> &m = still.motion;
    m.v_i = m.v_j = m.omega_i = m.omega_j = m.by_box = none;
    auto *const doubles = const_cast<double *>(history);    // not written without update
    Springs out{law.tangential.respond(still, uncapped, 0.0, doubles + layout.tangential), {}, 0.0, {}};
    out.rolling = law.rolling.torques(still, uncapped, out.sliding, doubles + layout.rolling);
    out.twisting = law.twisting.torque(still, uncapped, out.sliding, doubles + layout.twisting);
    out.stored = {law.normal.energy(still), law.tangential.energy(out.sliding, doubles + layout.tangential),
                  law.rolling.energy(still, out.sliding, out.rolling),
                  law.twisting.energy(still, out.sliding, out.twisting)};
    return out;
  }

}    // namespace detail

/// Work per time of given loads on bodies that move so; `seen` is what the laws see of this motion.
/// \param v  true velocity of i's center relative to j's, with all that a box does [length/time]
inline ContactPower power_of(const AnyContact &law, const ContactAccount &loads, const Frame<double> &seen,
                             Vec3<double> v)
{
  const Geometry<double> &g = seen.geometry;
  const Motion<double> &m = seen.motion;
  const Vec3<double> about_n = loads.twisting * loads.n;
  const Vec3<double> couple_i = loads.torque_i - loads.rolling.on_i - about_n;
  const Vec3<double> couple_j = loads.torque_j - loads.rolling.on_j + about_n;

  ContactPower out{};
  out.elastic = loads.F_ne * dot(loads.n, v);
  out.normal_damping = loads.F_nd * dot(loads.n, v);
  const Vec3<double> slip = law.tangential.slip(seen);
  out.sliding_damping = dot(loads.dashpot, slip);
  const double of_force = dot(loads.F_s, slip);
  out.springs[in_sliding] = of_force - out.sliding_damping;
  double by_law =
      dot(loads.F_s, v) + dot(couple_i, m.omega_i) + (g.wall ? 0.0 : dot(couple_j, m.omega_j)) - of_force;
  // the laws see spins relative to the line of centers; the two torques need not be opposite
  const Vec3<double> turn = (1.0 / g.distance) * cross(loads.n, v);
  const double of_turn = g.wall ? 0.0 : dot(loads.rolling.on_i + loads.rolling.on_j, turn);
  out.springs[in_rolling] = dot(loads.rolling.on_i, m.omega_i) + dot(loads.rolling.on_j, m.omega_j) - of_turn;
  by_law += of_turn;
  out.springs[in_twisting] = dot(about_n, m.omega_i - m.omega_j);
  out.by_law = by_law;

  const Vec3<double> force = (loads.F_ne + loads.F_nd) * loads.n + loads.F_s;
  // a wall is turned by the contact's own torques about the foot
  const Vec3<double> on_j = g.wall ? loads.rolling.on_j - about_n : loads.torque_j;
  out.on_i = dot(force, m.v_i) + dot(loads.torque_i, m.omega_i);
  out.on_j = -dot(force, m.v_j) + dot(on_j, m.omega_j);
  out.on_bodies = out.on_i + out.on_j;
  return out;
}

/// The account of a touching pair. The history is advanced where step.update is set, as by Contact::loads.
inline ContactAccount account_of(const AnyContact &law, const Geometry<double> &geometry,
                                 const Motion<double> &motion, const Step &step, const HistoryLayout &layout,
                                 double *history)
{
  const AnyContact::Seen seen = law.seen(geometry, motion, step);
  const Frame<double> &frame = seen.frame;
  const detail::Springs before = detail::springs_of(law, frame, layout, history);
  const Loads<double> loads = law.loads(geometry, motion, step, layout, history);
  const detail::Springs after = detail::springs_of(law, frame, layout, history);

  ContactAccount out{};
  out.n = frame.n;
  out.F_ne = seen.F_ne;
  out.F_nd = seen.F_n - seen.F_ne;
  out.F_s = loads.tangential_force;
  // a load at its cap is friction; below it, what the spring does not carry is the dashpot
  constexpr double at_cap = 1.0 - 1e-10;
  const double cap = law.tangential.cap(frame, seen.F_n0);
  const bool slides = length(out.F_s) >= at_cap * cap;
  const Vec3<double> none{0.0, 0.0, 0.0};
  out.dashpot = slides ? none : out.F_s - after.sliding.force;
  out.twisting = loads.twisting_torque;
  const Vec3<double> about_n = out.twisting * out.n;
  out.rolling.on_i = loads.rolling_torque;
  out.torque_i = loads.torque_i;
  out.torque_j = loads.torque_j;
  out.rolling.on_j = geometry.wall ? -loads.rolling_torque
                                   : loads.torque_j + about_n - law.couple_on_j(geometry, out.F_s, out.n);
  out.stored = after.stored;
  if (step.update)
    for (const Mode mode : {in_sliding, in_rolling, in_twisting})
      out.changed[mode] = after.stored[mode] - before.stored[mode];

  // Mean load of the springs over the step, whose work is exact for a linear spring, and present load of the dashpots.
  // Without update springs give back all they take.
  ContactAccount mean = out;
  const auto middle = [&](Vec3<double> load, Vec3<double> was, Vec3<double> is) {
    return step.update ? load + 0.5 * (was - is) : load - is;
  };
  mean.F_s = middle(out.F_s, before.sliding.force, after.sliding.force);
  mean.rolling.on_i = middle(out.rolling.on_i, before.rolling.on_i, after.rolling.on_i);
  mean.rolling.on_j = middle(out.rolling.on_j, before.rolling.on_j, after.rolling.on_j);
  mean.twisting = out.twisting + (step.update ? 0.5 * (before.twisting - after.twisting) : -after.twisting);
  const ContactPower power = power_of(law, mean, frame, relative_velocity(motion));
  const auto lost = [&](Mode mode) {
    const double change = step.update ? out.changed[mode] / step.dt : 0.0;
    return std::max(-power.springs[mode] - change, 0.0);
  };
  out.dissipated = {std::max(-power.normal_damping, 0.0), std::max(-power.sliding_damping, 0.0),
                    lost(in_sliding), lost(in_rolling), lost(in_twisting)};
  return out;
}

/// Energy with which a contact has ended.
/// \param geometry  just before the end
inline EndedContact ended_contact(const AnyContact &law, Geometry<double> geometry,
                                  const Motion<double> &motion, const HistoryLayout &layout,
                                  const double *history)
{
  const Step still{0.0, false};
  EndedContact out{detail::springs_of(law, law.seen(geometry, motion, still).frame, layout, history).stored};
  out.stored[in_normal] = 0.0;
  const double reach = law.normal.pull_off_distance(geometry.effective_radius);
  if (reach > 0.0) {
    geometry.overlap = -reach;
    out.stored[in_normal] = law.normal.energy(law.seen(geometry, motion, still).frame);
  }
  return out;
}

}    // namespace granular_srt::contact
