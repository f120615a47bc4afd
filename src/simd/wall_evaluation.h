#pragma once

#include "contact_evaluation.h"
#include "wall_contact.h"

namespace granular_srt {

/// A particle that touches a wall in one place.
struct WallTouch {
  int i;
  double mass;        ///< with which it moves: its own, or that of its rigid body
  double *history;    ///< the contact's doubles; null without history
};

/// What a contact with a wall does to its particle.
struct WallLoads {
  contact::Vec3<double> force, torque;    ///< [force], [force length]
  double heat;                            ///< flow into the particle [energy/time]
  double normal_force;                    ///< along the normal [force]
};

/// What the evaluation of contacts with a wall reads.
struct WallLoop {
  contact::HistoryLayout layout;
  contact::Step step;
  const double *v, *omega;    ///< [atom * 3 + dimension]
  const double *radius;
  const double *temperature;  ///< null without heat conduction
  double wall_temperature;
};

/// Evaluates the contacts of one law with a wall: writes the loads of each and advances its history.
/// \param law      points to the law, of the type that this function was made for
/// \param touches  of each contact, like places and loads
using EvaluateWall = void (*)(const void *law, const WallTouch *touches, const WallContact *places,
                              int count, const WallLoop &loop, WallLoads *loads);

namespace detail {

  // The contacts at(0), at(1), ... as Reals.
  template <class Real, class At> struct WallLanes {
    const WallLoop &loop;
    const WallTouch *touches;
    const WallContact *places;
    At at;

    Real of_place(double WallContact::*value) const
    {
      return each_lane<Real>([&](int lane) { return places[at(lane)].*value; });
    }

    Vec3<Real> of_place(Vec3<double> WallContact::*vector) const
    {
      const auto component = [&](double Vec3<double>::*one) {
        return each_lane<Real>([&](int lane) { return places[at(lane)].*vector.*one; });
      };
      return {component(&Vec3<double>::x), component(&Vec3<double>::y), component(&Vec3<double>::z)};
    }

    Real of_particle(const double *values) const
    {
      return each_lane<Real>([&](int lane) { return values[touches[at(lane)].i]; });
    }

    Vec3<Real> row_of_particle(const double *rows) const
    {
      return gather_rows<Real>([&](int lane) { return rows + 3 * std::ptrdiff_t{touches[at(lane)].i}; });
    }

    contact::Geometry<Real> geometry() const
    {
      return contact::curved_wall(of_place(&WallContact::separation), of_place(&WallContact::distance),
                                  of_particle(loop.radius), of_place(&WallContact::curvature));
    }

    Motion<Real> motion() const
    {
      Motion<Real> motion;
      motion.v_i = row_of_particle(loop.v);
      motion.v_j = of_place(&WallContact::velocity);
      motion.omega_i = row_of_particle(loop.omega);
      motion.omega_j = of_place(&WallContact::omega);
      motion.effective_mass = each_lane<Real>([&](int lane) { return touches[at(lane)].mass; });
      motion.mean_mass = motion.effective_mass;
      motion.mean_inertia = contact::ball_inertia(motion.effective_mass, of_particle(loop.radius));
      motion.temperature_i = loop.temperature ? of_particle(loop.temperature) : Real(0);
      motion.temperature_j = Real(loop.wall_temperature);
      return motion;
    }
  };

  template <class Real, class At>
  WallLanes<Real, At> wall_lanes(const WallLoop &loop, const WallTouch *touches, const WallContact *places,
                                 At at)
  {
    return {loop, touches, places, at};
  }

  template <class Law, class Real>
  GRANULAR_SRT_FLATTEN void evaluate_wall(const void *law, const WallTouch *touches,
                                          const WallContact *places, int count, const WallLoop &arrays,
                                          WallLoads *results)
  {
    const WallLoop loop = arrays;    // a copy that nothing else can change: stays in registers
    constexpr int lanes = lanes_in<Real>;
    const Law &one = *static_cast<const Law *>(law);
    for (int first = 0; first < count; first += lanes) {
      // lanes beyond the last contact repeat it, and write the same once more
      const auto at = [&](int lane) { return first + lane < count ? first + lane : count - 1; };
      const auto history_of = [&](int lane) { return touches[at(lane)].history; };
      const auto contacts = wall_lanes<Real>(loop, touches, places, at);

      Real slots[room<Law>()];
      load_history<Law>(loop.layout, history_of, slots);
      const Loads<Real> loads = one.loads(contacts.geometry(), contacts.motion(), loop.step,
                                          layout_in_slots<Law>(loop.layout), slots);
      if (loop.step.update) store_history<Law>(loop.layout, lanes, history_of, slots);

      for_each_lane<Real>([&](auto lane) {
        results[at(lane)] = {row_of(loads.force, lane), row_of(loads.torque_i, lane),
                             lane_of(loads.heat, lane), lane_of(loads.normal_force, lane)};
      });
    }
  }

  template <class Real, class... Laws>
  constexpr std::array<EvaluateWall, sizeof...(Laws)> wall_evaluations_of(contact::TypeList<Laws...>)
  {
    return {evaluate_wall<Laws, RealFor<Laws, Real>>...};
  }

}    // namespace detail

/// Geometry and motion of one contact with a wall, as its evaluation has them.
struct WallContactState {
  contact::Geometry<double> geometry;
  contact::Motion<double> motion;
};

inline WallContactState state_of(const WallTouch &touch, const WallContact &place, const WallLoop &loop)
{
  const auto one = detail::wall_lanes<double>(loop, &touch, &place, [](int) { return 0; });
  return {one.geometry(), one.motion()};
}

}    // namespace granular_srt
