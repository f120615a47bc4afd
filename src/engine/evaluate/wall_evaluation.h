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

  /// Geometry and motion of the contacts at(0), at(1), ..., one per lane.
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

    auto particle() const
    {
      return body_lanes<Real>(loop.particles, [this](int lane) { return touches[at(lane)].i; });
    }

    contact::Geometry<Real> geometry() const
    {
      return contact::curved_wall(of_place(&WallContact::separation), of_place(&WallContact::distance),
                                  particle().radius(), of_place(&WallContact::curvature));
    }

    contact::Motion<Real> motion() const
    {
      const contact::Body<Real> wall = contact::wall_body(
          of_place(&WallContact::velocity), of_place(&WallContact::omega), Real(loop.wall_temperature));
      return contact::motion_of(particle(), wall, true, true);
    }
  };

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
      const WallLanes<Real, decltype(at)> contacts{loop, touches, places, at};

      Real history[history_capacity<Law>()];
      load_history<Law>(loop.layout, history_of, history);
      const contact::Loads<Real> loads = law.loads(contacts.geometry(), contacts.motion(), loop.step,
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
