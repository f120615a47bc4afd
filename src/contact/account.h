#pragma once

#include "contact.h"

namespace granular_srt::contact {

/// \file
/// Energy of one contact, mode by mode: what its springs store and what it takes from its two bodies, in a force
/// evaluation with the velocities that the laws see. Velocity Verlet evaluates forces at the end of a step with the
/// velocities of its middle: powers are those of the step that ends with this evaluation.

enum Mode { in_normal, in_sliding, in_rolling, in_twisting, n_modes };

/// Power that a contact turns into heat [energy/time].
template <class Real> struct Dissipation {
  Real normal_damping, sliding_damping, sliding, rolling, twisting;

  [[nodiscard]] GRANULAR_SRT_FN Real total() const
  {
    return normal_damping + sliding_damping + sliding + rolling + twisting;
  }
};

/// One contact in one force evaluation.
template <class Real> struct ContactAccount {
  Real power;      ///< of all its loads, on the two bodies and on a box that carries them [energy/time]
  Real carried;    ///< the part of it on a wall, or on a box [energy/time]
  Dissipation<Real> dissipated;
  Real by_law;             ///< that the law gives without taking it from a spring [energy/time]
  Real stored[n_modes];    ///< at the end of the evaluation [energy]
};

/// Motion of the box that the account sees.
template <class Real> struct CarriedMotion {
  bool unseen;            ///< whether the law does not see it: Motion::by_box is not set
  Vec3<Real> by_box;      ///< what it adds to v_i - v_j [length/time]
  Vec3<Real> of_image;    ///< what LAMMPS has added to the velocity of j because it is an image [length/time]
};

/// Rate of a change in a step; 0 in a step without duration (timestep 0) [1/time].
GRANULAR_SRT_FN double rate_in(const Step &step, double change)
{
  return step.dt == 0.0 ? 0.0 : change / step.dt;
}

namespace detail {

  /// What friction of one mode takes: its load has the power `load`, and its springs were and are like this. The mean of the
  /// powers of a spring over a step is exact for a linear one. A spring that does not advance gives back all it takes.
  template <class Real>
  GRANULAR_SRT_FN Real taken(Real load, const SpringState<Real> &was, const SpringState<Real> &is,
                             bool advances, Real per_dt)
  {
    if (!advances) return is.power - load;
    return Real(0.5) * (is.power - was.power) - load - per_dt * (is.energy - was.energy);
  }

}    // namespace detail

/// The account of a contact whose law has been evaluated.
/// \param terms, loads  of Contact::loads_with_terms
/// \param before, after  its history
template <class Law, class Real>
GRANULAR_SRT_FN ContactAccount<Real>
account_of(const Law &law, const typename Law::template Terms<Real> &terms, const Loads<Real> &loads,
           const Step &step, const HistoryLayout &layout, const Real *before, const Real *after)
{
  using Rolling = std::decay_t<decltype(law.rolling)>;
  using Twisting = std::decay_t<decltype(law.twisting)>;
  const Frame<Real> &frame = terms.frame;
  const Geometry<Real> &g = frame.geometry;
  const Motion<Real> &m = frame.motion;
  const bool advances = step.update && step.dt != 0.0;
  const Real per_dt = Real(advances ? 1.0 / step.dt : 0.0);
  const Vec3<Real> v = relative_velocity(m);
  ContactAccount<Real> out;

  out.stored[in_normal] = law.normal.energy(frame);
  const Real F_nd = loads.normal_force - terms.F_ne;
  out.dissipated.normal_damping = -F_nd * frame.v_n;
  out.power = loads.normal_force * frame.v_n;

  // A load at its cap is friction; below it, what the spring does not carry is the dashpot.
  const Vec3<Real> &F_s = loads.tangential_force;
  const Vec3<Real> slip = law.tangential.slip(frame);
  const auto sliding_was = law.tangential.springs(frame, slip, before + layout.tangential);
  const auto sliding_is = law.tangential.springs(frame, slip, after + layout.tangential);
  const Real of_slip = dot(F_s, slip);
  constexpr double at_cap = 1.0 - 1e-10;
  const Real cap = Real(at_cap) * law.tangential.cap(frame, terms.F_n0);
  const auto sticks = dot(F_s, F_s) < cap * cap;
  const Real damped = select(sticks, sliding_is.power - of_slip, Real(0));
  out.dissipated.sliding_damping = damped;
  out.dissipated.sliding = detail::taken(of_slip, sliding_was, sliding_is, advances, per_dt) - damped;
  out.stored[in_sliding] = sliding_is.energy;
  Real gained = sliding_is.energy - sliding_was.energy;

  // The spring sees the slip at the surface, the bodies have the force at a lever that ends in the overlap.
  const Vec3<Real> couple = cross(F_s, frame.n);
  const Vec3<Real> arms = g.wall
      ? g.radius_i * m.omega_i
      : law.lever(g, g.radius_i) * m.omega_i + law.lever(g, g.radius_j) * m.omega_j;
  const Real of_friction = dot(F_s, v) + dot(couple, arms);
  out.power = out.power + of_friction;
  out.by_law = of_friction - of_slip;

  const Vec3<Real> relative = m.omega_i - m.omega_j;
  if constexpr (Rolling::acts) {
    const auto was = law.rolling.springs(frame, terms.sliding, before + layout.rolling);
    const auto is = law.rolling.springs(frame, terms.sliding, after + layout.rolling);
    Real of_rolling = dot(terms.rolling.on_i, relative);
    if constexpr (Rolling::separate_torques) {
      // The laws see spins relative to the line of centers; the two torques need not be opposite.
      const Vec3<Real> excess = terms.rolling.on_i + terms.rolling.on_j;
      of_rolling = of_rolling + dot(excess, m.omega_j);
      if (!g.wall) {
        const Real of_turn = dot(excess, (Real(1) / g.distance) * cross(frame.n, v));
        out.power = out.power + of_turn;
        out.by_law = out.by_law + of_turn;
        of_rolling = of_rolling - of_turn;
      }
    }
    out.power = out.power + of_rolling;
    out.dissipated.rolling = detail::taken(of_rolling, was, is, advances, per_dt);
    out.stored[in_rolling] = is.energy;
    gained = gained + (is.energy - was.energy);
  } else {
    out.dissipated.rolling = out.stored[in_rolling] = Real(0);
  }

  if constexpr (Twisting::acts) {
    const auto was = law.twisting.springs(frame, terms.sliding, before + layout.twisting);
    const auto is = law.twisting.springs(frame, terms.sliding, after + layout.twisting);
    const Real of_twisting = loads.twisting_torque * frame.w_t;
    out.power = out.power + of_twisting;
    out.dissipated.twisting = detail::taken(of_twisting, was, is, advances, per_dt);
    out.stored[in_twisting] = is.energy;
    gained = gained + (is.energy - was.energy);
  } else {
    out.dissipated.twisting = out.stored[in_twisting] = Real(0);
  }
  // What else changes the energy of springs are stiffnesses that change under load: the ledger adds all that is stored.
  out.by_law = out.by_law - per_dt * gained;

  out.carried = Real(0);
  if (g.wall) out.carried = out.power - dot(loads.force, m.v_i) - dot(loads.torque_i, m.omega_i);
  return out;
}

/// Adds the motion of a box to the account of a contact of two particles.
/// \param terms, loads  of Contact::loads_with_terms
template <class Terms, class Real>
GRANULAR_SRT_FN void carry(ContactAccount<Real> &account, const Terms &terms, const Loads<Real> &loads,
                           const CarriedMotion<Real> &motion)
{
  const Real of_box = dot(loads.force, motion.by_box);
  if (motion.unseen) {
    const Real along = dot(terms.frame.n, motion.by_box);
    account.power = account.power + of_box;
    account.dissipated.normal_damping =
        account.dissipated.normal_damping - (loads.normal_force - terms.F_ne) * along;
    account.by_law = account.by_law + dot(loads.tangential_force, motion.by_box);
  }
  account.carried = account.carried + of_box - dot(loads.force, motion.of_image);
}

/// Largest friction of a contact: of sliding [force], rolling and twisting [force length]. 0 where no law acts.
template <class Real> struct FrictionCaps {
  Real sliding, rolling, twisting;
};

/// \param terms  of Contact::loads_with_terms
template <class Real, class Law>
GRANULAR_SRT_FN FrictionCaps<Real> friction_caps(const Law &law,
                                                 const typename Law::template Terms<Real> &terms)
{
  return {law.tangential.cap(terms.frame, terms.F_n0),
          law.rolling.cap(terms.frame, terms.F_n0, terms.sliding),
          law.twisting.cap(terms.frame, terms.F_n0, terms.sliding)};
}

/// Loads of a touching pair, as Contact::loads() returns them.
/// \param before  its history
/// \param after   the same; the evaluation advances it
/// \param enter   is called with (terms, loads, account), as in Contact::loads_with_terms; account() is the ContactAccount
template <class Law, class Real, class Enter>
GRANULAR_SRT_FN Loads<Real> loads_with_account(const Law &law, const Geometry<Real> &geometry,
                                               const Motion<Real> &motion, const Step &step,
                                               const HistoryLayout &layout, const Real *before, Real *after,
                                               const Enter &enter)
{
  return law.loads_with_terms(
      geometry, motion, step, layout, after, [&](const auto &terms, const auto &loads) {
        enter(terms, loads, [&] {
          return account_of(law, terms, loads, step, layout, before, static_cast<const Real *>(after));
        });
      });
}

/// Energy with which a contact has ended [energy]: of friction, just before; of the normal mode, what adhesion has stored at
/// the pull-off distance.
/// \param geometry  just before the end
/// \param history   it stays as it is
template <class Law>
GRANULAR_SRT_FN void ended_contact(const Law &law, Geometry<double> geometry, const Motion<double> &motion,
                                   const HistoryLayout &layout, double *history, double (&stored)[n_modes])
{
  ContactAccount<double> last;
  const auto evaluate = [&] {
    (void)loads_with_account(law, geometry, motion, Step{0.0, false}, layout, history, history,
                             [&](const auto &, const auto &, const auto &account) { last = account(); });
  };
  evaluate();
  for (int mode = 0; mode < n_modes; ++mode) stored[mode] = last.stored[mode];
  stored[in_normal] = 0.0;
  const double reach = law.normal.pull_off_distance(geometry.effective_radius);
  if (reach > 0.0) {
    geometry.overlap = -reach;
    evaluate();
    stored[in_normal] = last.stored[in_normal];
  }
}

/// Largest distance from the centre at which to look for the place of a wall where a contact has ended in this step.
template <class Law> GRANULAR_SRT_FN double reach_of_ended(const Law &law, double radius)
{
  return 1.1 * law.reach_at_wall(radius);
}

}    // namespace granular_srt::contact
