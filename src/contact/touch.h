#pragma once

#include "account.h"

#include <type_traits>
#include <utility>

namespace granular_srt::contact {

/// \file
/// One contact put together: its life, geometry and motion of its bodies, its loads and its account. Kernels of a
/// device and single() call touch(). Loops over registers and the ledger call the pieces of touch(): loops find which
/// contacts have ended after the loads.

/// Two spheres. I, J: as Body.
template <class I, class J> struct SpherePair {
  using Real = decltype(std::declval<const I &>().radius());

  I i;
  J j;
  Vec3<Real> separation;      ///< x_i - x_j [length]
  bool any_held;              ///< as in motion_of()
  bool in_moving_box;         ///< whether the law sees the motion of the box
  const BoxRate &box_rate;    ///< read if it does

  [[nodiscard]] GRANULAR_SRT_FN Real distance_squared() const { return dot(separation, separation); }

  template <class Law> [[nodiscard]] GRANULAR_SRT_FN Life life(const Law &law, bool touched) const
  {
    return law.life(distance_squared(), i.radius(), j.radius(), touched);
  }

  [[nodiscard]] GRANULAR_SRT_FN Geometry<Real> geometry() const
  {
    return sphere_pair(separation, distance_squared(), i.radius(), j.radius());
  }

  /// \param means  as in motion_of()
  [[nodiscard]] GRANULAR_SRT_FN Motion<Real> motion(bool means) const
  {
    Motion<Real> motion = motion_of(i, j, any_held, means);
    if (in_moving_box) motion.by_box = velocity_by_box(box_rate, separation);
    return motion;
  }

  /// ended_contact() of a contact that has ended in a step of length dt, at whose end the bodies are here.
  template <class Law>
  GRANULAR_SRT_FN void ended(const Law &law, double dt, const HistoryLayout &layout, double *history,
                             double (&stored)[n_modes]) const
  {
    const Motion<double> present = motion(Law::needs_mean_inertia);
    const Vec3<double> before = separation - dt * relative_velocity(present);
    ended_contact(law, sphere_pair(before, dot(before, before), i.radius(), j.radius()), present, layout,
                  history, stored);
  }
};

template <class I, class J, class Real>
SpherePair(I, J, Vec3<Real>, bool, bool, const BoxRate &) -> SpherePair<I, J>;

/// A sphere at a wall. Sphere: as Body.
template <class Sphere> struct SphereAtWall {
  using Real = decltype(std::declval<const Sphere &>().radius());

  Sphere i;
  Vec3<Real> separation;         ///< from the foot to the centre of the sphere [length]
  Real distance;                 ///< its length, > 0
  Real curvature;                ///< as in Geometry
  Vec3<Real> velocity, omega;    ///< of the wall, as in Motion
  Real temperature;              ///< of the wall, read by heat laws only

  template <class Law> [[nodiscard]] GRANULAR_SRT_FN Life life(const Law &law, bool touched) const
  {
    return law.life_at_wall(distance, i.radius(), curvature, touched);
  }

  [[nodiscard]] GRANULAR_SRT_FN Geometry<Real> geometry() const
  {
    return curved_wall(separation, distance, i.radius(), curvature);
  }

  [[nodiscard]] GRANULAR_SRT_FN Motion<Real> motion(bool means) const
  {
    return motion_of(i, wall_body(velocity, omega, temperature), true, means);
  }

  /// As SpherePair::ended(). Without a separation, 0, the sphere is as far away as it can have moved.
  template <class Law>
  GRANULAR_SRT_FN void ended(const Law &law, double dt, const HistoryLayout &layout, double *history,
                             double (&stored)[n_modes]) const
  {
    const double radius = i.radius(), known = length(separation);
    const double before = known > 0.0 ? known - dt * dot(i.v() - velocity, separation) / known
                                      : larger(radius - dt * length(i.v()), 0.5 * radius);
    const Vec3<double> none{0.0, 0.0, 0.0};
    ended_contact(law, curved_wall(Vec3<double>{before, 0.0, 0.0}, before, radius, curvature),
                  motion_of(i, wall_body(none, none, 0.0), true, true), layout, history, stored);
  }
};

template <class Sphere, class Real>
SphereAtWall(Sphere, Vec3<Real>, Real, Real, Vec3<Real>, Vec3<Real>, Real) -> SphereAtWall<Sphere>;

/// Energy of the normal mode at rest, 0 if there is no contact [energy].
template <class Law, class Bodies>
GRANULAR_SRT_FN double normal_energy(const Law &law, const Bodies &bodies, bool touched)
{
  if (!acts(bodies.life(law, touched))) return 0.0;
  return law.normal.energy(law.frame_of(bodies.geometry(), Motion<double>{}, Step{0.0, false}));
}

/// The history of a contact in memory, for touch(). Other types may lend a copy that they load and store.
struct HistoryAt {
  const HistoryLayout &layout;
  double *doubles;

  /// Returns f(layout, doubles).
  /// \param update  whether f may change the doubles
  template <class F> GRANULAR_SRT_FN auto lend(bool /*update*/, F f) const { return f(layout, doubles); }
};

/// No account is taken.
struct NoAccount {};

/// Loads of a contact that acts.
/// \param bodies   SpherePair or SphereAtWall
/// \param history  as HistoryAt; advances if step.update
/// \param account  NoAccount, or as in loads_with_account()
template <class Law, class Bodies, class History, class Account>
GRANULAR_SRT_FN Loads<double> loads_of(const Law &law, const Bodies &bodies, const History &history,
                                       const Step &step, const Account &account)
{
  const auto motion = bodies.motion(Law::needs_mean_inertia);
  const auto geometry = bodies.geometry();
  return history.lend(step.update, [&](const HistoryLayout &layout, double *doubles) {
    if constexpr (std::is_same_v<Account, NoAccount>) {
      return law.loads(geometry, motion, step, layout, doubles);
    } else {
      double before[most_history_doubles];
      for (int k = 0; k < layout.size; ++k) before[k] = doubles[k];
      return loads_with_account(law, geometry, motion, step, layout, before, doubles, account);
    }
  });
}

/// One contact in a step.
/// \param touched  whether its bodies touched in the step before
/// \param account  as in loads_of(); enter_ended(energies of the modes), if it has that, is called for a contact that ends
/// \param loads    are written if the contact acts
template <class Law, class Bodies, class History, class Account>
GRANULAR_SRT_FN Life touch(const Law &law, const Bodies &bodies, bool touched, const History &history,
                           const Step &step, const Account &account, Loads<double> &loads)
{
  const Life life = bodies.life(law, touched);
  if constexpr (requires(double(&stored)[n_modes]) { account.enter_ended(stored); })
    if (life == Life::ends)
      history.lend(false, [&](const HistoryLayout &layout, double *doubles) {
        double stored[n_modes];
        bodies.ended(law, step.dt, layout, doubles, stored);
        account.enter_ended(stored);
      });
  if (acts(life)) loads = loads_of(law, bodies, history, step, account);
  return life;
}

}    // namespace granular_srt::contact
