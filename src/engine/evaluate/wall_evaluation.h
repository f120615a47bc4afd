#pragma once

#include "compiled_laws.h"
#include "contact_lanes.h"
#include "wall_contact.h"

namespace granular_srt {

/// A particle that touches a wall in one place.
struct WallTouch {
  int i;
  double *history;    ///< the contact's doubles; null without history
};

/// Loads of a contact with a wall on its particle.
struct WallLoads {
  contact::Vec3<double> force, torque;    ///< [force], [force length]
  double heat;                            ///< flow into the particle [energy/time]
  double normal_force;                    ///< along the normal [force]
};

/// All data that the evaluation of contacts with a wall reads.
struct WallLoop {
  contact::HistoryLayout layout;
  contact::Step step;
  ParticleArrays particles;
  double wall_temperature;    ///< [temperature], read with heat conduction only
};

/// Evaluates the contacts of one law with a wall: writes the loads of each and advances its history.
/// \param law      points to the law, of the type that this function was compiled for
/// \param touches  of each contact, as for places and loads
using EvaluateWall = void (*)(const void *law, const WallTouch *touches, const WallContact *places, int count,
                              const WallLoop &loop, WallLoads *loads);

using WallFunctions = LawFunctions<EvaluateWall, CompiledLaws>;

inline bool is_plain(const WallLoop &loop)
{
  return loop.step.update;
}

namespace detail {

  /// The contacts at(0), at(1), ..., one per lane.
  template <class Real, class At>
  auto wall_lanes(const WallLoop &loop, const WallTouch *touches, const WallContact *places, At at)
  {
    const auto number = [&](auto of_place) {
      return each_lane<Real>([&](int lane) { return of_place(places[at(lane)]); });
    };
    const auto vector = [&](Vec3<double> WallContact::*of_place) -> Vec3<Real> {
      return {number([&](const WallContact &place) { return (place.*of_place).x; }),
              number([&](const WallContact &place) { return (place.*of_place).y; }),
              number([&](const WallContact &place) { return (place.*of_place).z; })};
    };
    return contact::SphereAtWall{
        body_lanes<Real>(loop.particles, [touches, at](int lane) { return touches[at(lane)].i; }),
        vector(&WallContact::separation),
        number([](const WallContact &place) { return place.distance; }),
        number([](const WallContact &place) { return place.curvature; }),
        vector(&WallContact::velocity),
        vector(&WallContact::omega),
        Real(loop.wall_temperature)};
  }

  inline auto contact_at_wall(const WallLoop &loop, const WallTouch &touch, const WallContact &place)
  {
    return wall_lanes<double>(loop, &touch, &place, [](int) { return 0; });
  }

  template <class Law, class Real, Steps steps>
  GRANULAR_SRT_FLATTEN void evaluate_wall(const void *law_of_contacts, const WallTouch *touches,
                                          const WallContact *places, int count, const WallLoop &arrays,
                                          WallLoads *results)
  {
    // Copies, which nothing else can change, stay in registers.
    WallLoop loop = arrays;
    Law law = *static_cast<const Law *>(law_of_contacts);
    if constexpr (steps == Steps::plain) {
      loop.step.update = true;
      law.synchronized_verlet = false;
    }
    constexpr int lanes = lanes_in<Real>;
    for (int first = 0; first < count; first += lanes) {
      // Lanes beyond the last contact repeat it and write the same result once more.
      const auto at = [&](int lane) { return first + lane < count ? first + lane : count - 1; };
      const auto history_of = [&](int lane) { return touches[at(lane)].history; };
      const auto contacts = wall_lanes<Real>(loop, touches, places, at);

      Real history[history_capacity<Law>()];
      load_history<Law>(loop.layout, history_of, history);
      const contact::Loads<Real> loads =
          law.loads(contacts.geometry(), contacts.motion(Law::needs_mean_inertia), loop.step,
                    layout_in_registers<Law>(loop.layout), history);
      if (loop.step.update) store_history<Law>(loop.layout, history_of, history);

      for_each_lane<Real>([&](auto lane) {
        results[at(lane)] = {vector_in(loads.force, lane), vector_in(loads.torque_i, lane),
                             lane_of(loads.heat, lane), lane_of(loads.normal_force, lane)};
      });
    }
  }

  template <class Real, class... Laws> constexpr WallFunctions wall_functions(contact::TypeList<Laws...>)
  {
    return {{evaluate_wall<Laws, OneRegister<Real>, Steps::plain>...},
            evaluate_wall<contact::AnyContact, OneRegister<Real>, Steps::any>};
  }

}    // namespace detail

}    // namespace granular_srt
