#pragma once

#include "any_models.h"
#include "paths.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace granular_srt::contact {

/// Offset of each axis in the history of a contact.
struct HistoryLayout {
  int tangential = 0, rolling = 0, twisting = 0;    ///< offsets
  int size = 0;                                     ///< doubles in all
};

/// The axes one after the other, each with that many doubles.
constexpr HistoryLayout consecutive_layout(int tangential, int rolling, int twisting)
{
  return {0, tangential, tangential + rolling, tangential + rolling + twisting};
}

/// Loads of one contact on its two bodies, with the parts that diagnostics show.
template <class Real> struct Loads {
  Vec3<Real> force;                 ///< on i; -force on j [force]
  Vec3<Real> torque_i, torque_j;    ///< [force length]; of a wall about the foot
  Real heat;                        ///< flow into i; -heat into j [energy/time]
  Real normal_force;                ///< F_n along n on i, with damping
  Vec3<Real> tangential_force;      ///< F_s on i
  Vec3<Real> rolling_torque;        ///< on i: R n x F_r of laws with a pseudo-force
  Real twisting_torque;             ///< tau_t along n on i
};

/// State of a contact in a step.
enum class Life { apart, begins, lasts, ends };

GRANULAR_SRT_FN bool acts(Life life)
{
  return life == Life::begins || life == Life::lasts;
}

/// A contact begins with an overlap. It lasts while the surfaces overlap or are within the pull-off distance.
/// \param within_reach  called if bodies that touched no longer overlap: whether the stretched contact still exists
template <class WithinReach>
GRANULAR_SRT_FN Life life_of(bool overlaps, bool touching, WithinReach within_reach)
{
  if (overlaps) return touching ? Life::lasts : Life::begins;
  if (!touching) return Life::apart;
  return within_reach() ? Life::lasts : Life::ends;
}

/// A whole contact law: one submodel per axis. The submodels are either concrete (a fast path that the compiler can
/// optimize) or AnyNormal, AnyDamping, ... (every combination). Host loop, GPU kernel, walls, diagnostics and unit
/// tests all call this class.
template <class Normal, class Damping, class Tangential, class Rolling, class Twisting, class Heat>
struct Contact {
  Normal normal;
  Damping damping;
  Tangential tangential;
  Rolling rolling;
  Twisting twisting;
  Heat heat;
  bool limit_damping;          ///< sets the normal force to 0 where damping would make it attractive
  bool synchronized_verlet;    ///< velocities and n at the same (half) step
  /// The lever of F_s on a sphere is R_i - lever_overlap delta: 1/2 the middle of the overlap, 0 the radius (gran/*).
  double lever_overlap = 0.5;

  static constexpr bool needs_contact_radius = Normal::needs_contact_radius ||
      Damping::needs_contact_radius || Tangential::needs_contact_radius || Rolling::needs_contact_radius ||
      Twisting::needs_contact_radius || Heat::needs_contact_radius;

  /// Whether a law reads Motion::mean_mass and mean_inertia.
  static constexpr bool needs_mean_inertia =
      Tangential::needs_mean_inertia || Rolling::needs_mean_inertia || Twisting::needs_mean_inertia;

  /// State of the contact of two spheres.
  /// \param touching  whether they touched in the step before
  [[nodiscard]] GRANULAR_SRT_FN Life life(double distance_squared, double radius_i, double radius_j,
                                          bool touching) const
  {
    return life_of(overlapping(distance_squared, radius_i, radius_j), touching, [&] {
      const double sum = radius_i + radius_j;
      const double farthest = reach(sum, effective_radius(radius_i, radius_j, sum));
      return distance_squared < farthest * farthest;
    });
  }

  /// Life of the contact of a sphere and a wall whose surface is at that distance from its centre.
  [[nodiscard]] GRANULAR_SRT_FN Life life_at_wall(double distance, double radius, double curvature,
                                                  bool touching) const
  {
    return life_of(distance < radius, touching,
                   [&] { return distance < reach(radius, effective_radius_at_wall(radius, curvature)); });
  }

  /// Distance of a wall's surface from the centre of a sphere beyond which there is no contact [length]: of a hollow wall
  /// whose radius is larger by a thousandth, or of any other.
  [[nodiscard]] GRANULAR_SRT_FN double reach_at_wall(double radius) const
  {
    return reach(radius, 1000.0 * radius);
  }

  /// Largest distance of the centres at which an existing contact lasts: the sum of the radii and the
  /// pull-off distance [length].
  [[nodiscard]] GRANULAR_SRT_FN double reach(double sum_of_radii, double effective_radius) const
  {
    return sum_of_radii + normal.pull_off_distance(effective_radius);
  }

  /// Loads of a touching pair. Advances the history where step.update is set.
  /// Santos et al. 2020, Eqs. (1)-(3), with the signs of conventions.h.
  /// \param history  the contact's doubles, in the given layout
  template <class Real>
  GRANULAR_SRT_FN Loads<Real> loads(const Geometry<Real> &geometry, const Motion<Real> &motion,
                                    const Step &step, const HistoryLayout &layout, Real *history) const
  {
    return loads_with_terms(geometry, motion, step, layout, history, [](const auto &...) {});
  }

  /// Intermediate results of the submodels of a contact, for the account of energy.
  template <class Real> struct Terms {
    const Frame<Real> &frame;
    Real F_ne, F_n0;    ///< elastic part of F_n, and the normal force in the caps [force]
    const TangentialForce<Real> &sliding;
    const RollingTorques<Real> &rolling;    ///< 0 where no law acts
  };

  /// Loads of a touching pair, as loads() returns them. Calls report(Terms, Loads) after the history has advanced.
  template <class Real, class Report>
  GRANULAR_SRT_FN Loads<Real> loads_with_terms(const Geometry<Real> &geometry, const Motion<Real> &motion,
                                               const Step &step, const HistoryLayout &layout, Real *history,
                                               Report report) const
  {
    const Frame<Real> frame = frame_of(geometry, motion, step);
    const auto [F_n, F_n0, eta_n, F_ne] = normal_load(frame);
    const TangentialForce<Real> sliding = tangential.respond(frame, F_n0, eta_n, history + layout.tangential);

    Loads<Real> out;
    out.normal_force = F_n;
    out.tangential_force = sliding.force;
    out.force = F_n * frame.n + sliding.force;
    const Vec3<Real> couple = cross(sliding.force, frame.n);
    if (geometry.wall) {
      out.torque_i = geometry.radius_i * couple;
      out.torque_j = {Real(0), Real(0), Real(0)};
    } else {
      out.torque_i = lever(geometry, geometry.radius_i) * couple;
      out.torque_j = lever(geometry, geometry.radius_j) * couple;
    }

    RollingTorques<Real> torques{{Real(0), Real(0), Real(0)}, {Real(0), Real(0), Real(0)}};
    if constexpr (Rolling::acts) {
      torques = rolling_torques(rolling, frame, F_n0, sliding, history + layout.rolling);
      out.rolling_torque = torques.on_i;
      out.torque_i = out.torque_i + torques.on_i;
      out.torque_j = out.torque_j + torques.on_j;
    } else {
      out.rolling_torque = {Real(0), Real(0), Real(0)};
    }

    if constexpr (Twisting::acts) {
      out.twisting_torque = twisting.torque(frame, F_n0, sliding, history + layout.twisting);
      const Vec3<Real> about_n = out.twisting_torque * frame.n;
      out.torque_i = out.torque_i + about_n;
      out.torque_j = out.torque_j - about_n;
    } else {
      out.twisting_torque = Real(0);
    }

    if constexpr (Heat::acts)
      out.heat = heat.flow(frame, motion.temperature_j - motion.temperature_i);
    else
      out.heat = Real(0);
    report(Terms<Real>{frame, F_ne, F_n0, sliding, torques}, out);
    return out;
  }

  /// Lever of F_s on a sphere of that radius in a contact of two spheres [length].
  template <class Real> GRANULAR_SRT_FN Real lever(const Geometry<Real> &geometry, Real radius) const
  {
    return radius - Real(lever_overlap) * geometry.overlap;
  }

  /// F_n along n on i, with damping, of a touching pair [force].
  [[nodiscard]] double normal_force(const Geometry<double> &geometry, const Motion<double> &motion) const
  {
    return normal_load(frame_of(geometry, motion, Step{0.0, false})).F_n;
  }

  /// Values of the `diagnostics` of the friction laws of a touching pair, in the order sliding, rolling, twisting. The
  /// history does not change. For AnyContact.
  /// \param out  memory for all values
  void diagnose(const Geometry<double> &geometry, const Motion<double> &motion, const Step &step,
                const HistoryLayout &layout, double *history, double *out) const
  {
    const Frame<double> frame = frame_of(geometry, motion, Step{step.dt, false});
    const auto [F_n, F_n0, eta_n, F_ne] = normal_load(frame);
    const auto sliding = tangential.respond(frame, F_n0, eta_n, history + layout.tangential);
    out += tangential.diagnose(frame, F_n0, history + layout.tangential, out);
    out += rolling.diagnose(frame, F_n0, sliding, history + layout.rolling, out);
    twisting.diagnose(frame, F_n0, sliding, history + layout.twisting, out);
  }

  /// Frame of a touching pair: normal, overlap and relative velocities of the contact point.
  template <class Real>
  GRANULAR_SRT_FN Frame<Real> frame_of(const Geometry<Real> &geometry, const Motion<Real> &motion,
                                       const Step &step) const
  {
    Frame<Real> frame;
    frame.overlap = geometry.overlap;
    frame.effective_radius = geometry.effective_radius;
    frame.effective_mass = motion.effective_mass;
    frame.dt = Real(step.dt);
    frame.update = step.update;
    frame.synchronized = synchronized_verlet;
    frame.contact_radius = Real(0);
    if constexpr (needs_contact_radius)
      frame.contact_radius = normal.contact_radius(frame.overlap, frame.effective_radius);
    frame.geometry = geometry;
    frame.motion = motion;

    const Vec3<Real> v = relative_velocity(motion);
    frame.n_end = (Real(1) / geometry.distance) * geometry.separation;
    frame.n = frame.n_end;
    if (synchronized_verlet) {
      // in velocity Verlet forces use velocities at mid-step: take n at mid-step too
      const Vec3<Real> half = geometry.separation - Real(0.5 * step.dt) * turning_travel(geometry, motion, v);
      frame.n = (Real(1) / length(half)) * half;
    }
    frame.v_n = dot(v, frame.n);
    const Vec3<Real> spin = geometry.radius_i * motion.omega_i + geometry.radius_j * motion.omega_j;
    frame.v_s = v - frame.v_n * frame.n - cross(spin, frame.n);
    const Vec3<Real> relative = motion.omega_i - motion.omega_j;
    frame.v_r = frame.effective_radius * cross(relative, frame.n);
    frame.w_t = dot(relative, frame.n);
    return frame;
  }

 private:
  /// The normal mode's results for the friction laws.
  template <class Real> struct NormalLoad {
    Real F_n;      ///< along n on i, with damping
    Real F_n0;     ///< the normal force in the Coulomb caps
    Real eta_n;    ///< prefactor of the normal damping
    Real F_ne;     ///< without damping
  };

  /// F_n0 of adhesive contacts: Thornton, J. Phys. D 24, 1942 (1991); Marshall (2009), Eq. (43).
  template <class Real> GRANULAR_SRT_FN NormalLoad<Real> normal_load(const Frame<Real> &frame) const
  {
    const NormalForce<Real> elastic = normal.force(frame);
    const Real eta_n = damping.prefactor(frame, elastic);
    // no branch: the limit costs no loop of its own
    constexpr double none = -std::numeric_limits<double>::infinity();
    const Real F_n = larger(elastic.elastic - eta_n * frame.v_n, Real(limit_damping ? 0.0 : none));
    using std::fabs;
    return {F_n, elastic.cohesive ? fabs(elastic.elastic + Real(2) * elastic.pull_off) : fabs(F_n), eta_n,
            elastic.elastic};
  }
};

/// Every combination of submodels, chosen at run time.
using AnyContact = Contact<AnyNormal, AnyDamping, AnyTangential, AnyRolling, AnyTwisting, AnyHeat>;

/// Whether two laws have the same submodels and coefficients.
inline bool operator==(const AnyContact &a, const AnyContact &b)
{
  const auto all = [](const AnyContact &law) {
    return std::tie(law.normal, law.damping, law.tangential, law.rolling, law.twisting, law.heat,
                    law.limit_damping, law.synchronized_verlet, law.lever_overlap);
  };
  return all(a) == all(b);
}

/// Whether one of the submodels that a generic law holds reads Motion::mean_mass or mean_inertia.
inline bool uses_means(const AnyContact &law)
{
  const auto reads = [](const auto &model) { return std::decay_t<decltype(model)>::needs_mean_inertia; };
  return law.tangential.visit(reads) || law.rolling.visit(reads) || law.twisting.visit(reads);
}

/// History layout of a contact of concrete laws: their slots one after the other. `known` is false for
/// AnyContact, whose layout is determined at run time.
template <class Law> struct StaticLayout;

template <class Normal, class Damping, class Tangential, class Rolling, class Twisting, class Heat>
struct StaticLayout<Contact<Normal, Damping, Tangential, Rolling, Twisting, Heat>> {
  static constexpr bool known = requires
  {
    Tangential::slots;
    Rolling::slots;
    Twisting::slots;
  };

  static constexpr HistoryLayout value()
  {
    if constexpr (known)
      return consecutive_layout(doubles_in(Tangential::slots), doubles_in(Rolling::slots),
                                doubles_in(Twisting::slots));
    else
      return {};
  }
};

/// Largest number of doubles in the history of one law of a list.
template <class... Models> constexpr int most_doubles(TypeList<Models...>)
{
  return std::max({doubles_in(Models::slots)...});
}

/// Largest number of doubles in the history of a contact, with any laws.
inline constexpr int most_history_doubles =
    most_doubles(TangentialModels{}) + most_doubles(RollingModels{}) + most_doubles(TwistingModels{});

}    // namespace granular_srt::contact
