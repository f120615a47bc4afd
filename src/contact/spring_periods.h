#pragma once

#include "account.h"
#include "collision.h"

#include <array>
#include <cmath>
#include <limits>

namespace granular_srt::contact {

/// \file
/// Periods of the friction springs of a contact. A unit load of a mode, a force on i across n or a couple about an
/// axis, accelerates its displacement by the inverse mass W:
///   sliding                1/m_eff + R_i l_i/I_i + R_j l_j/I_j    with the levers l of the law
///   rolling, twisting      1/I_i + 1/I_j
/// With a spring of stiffness K the angular frequency is sqrt(K W): two masses on a spring, Landau & Lifshitz,
/// Mechanics, 3rd ed., section 21. K is the response of the law to a small displacement, without caps and damping.

/// Moments of inertia of two bodies, infinite for a body that is held and for a wall [mass length^2].
struct Inertia {
  double i, j;
  bool operator==(const Inertia &) const = default;
};

/// [Mode] periods of small undamped oscillations; infinite if a law has no spring, and for the normal mode [time].
using SpringPeriods = std::array<double, n_modes>;

namespace detail {

  /// Loads of the friction springs alone.
  struct Springs {
    TangentialForce<double> sliding;
    RollingTorques<double> rolling;
    double twisting;
  };

  // So large that no cap is reached. Its square may be infinite, which is correct too.
  inline constexpr double uncapped = 1e200;

  /// Response of the springs to the displacement by this motion in a unit of time, from rest.
  inline Springs answer_to(const AnyContact &law, const Geometry<double> &geometry,
                           const Motion<double> &motion)
  {
    constexpr int sliding_doubles = most_doubles(TangentialModels{}),
                  rolling_doubles = most_doubles(RollingModels{});
    constexpr HistoryLayout layout =
        consecutive_layout(sliding_doubles, rolling_doubles, most_doubles(TwistingModels{}));
    std::array<double, layout.size> history{};
    Frame<double> frame = law.frame_of(geometry, motion, Step{1.0, true});
    const auto answer = [&] {
      Springs out{law.tangential.respond(frame, uncapped, 0.0, history.data() + layout.tangential), {}, 0.0};
      out.rolling = law.rolling.torques(frame, uncapped, out.sliding, history.data() + layout.rolling);
      out.twisting = law.twisting.torque(frame, uncapped, out.sliding, history.data() + layout.twisting);
      return out;
    };
    (void)answer();
    const Vec3<double> none{0.0, 0.0, 0.0};
    frame.update = false;
    frame.v_n = frame.w_t = 0.0;
    frame.v_s = frame.v_r = none;
    Motion<double> &still = frame.motion;
    still.v_i = still.v_j = still.omega_i = still.omega_j = still.by_box = none;
    return answer();
  }

}    // namespace detail

/// The periods are those of each mode alone. Sliding and rolling of spheres of different sizes, and at a wall, are
/// coupled, which changes both periods.
/// \param overlap  of the two bodies, > 0 [length]
inline SpringPeriods spring_periods(const AnyContact &law, const Approach &bodies, const Inertia &inertia,
                                    double overlap)
{
  const Vec3<double> n{1.0, 0.0, 0.0}, across{0.0, 1.0, 0.0}, axis{0.0, 0.0, 1.0}, none{0.0, 0.0, 0.0};
  const double distance = bodies.radius_i + bodies.radius_j - overlap;
  const Geometry<double> geometry = bodies.wall
      ? flat_wall(distance * n, distance, bodies.radius_i)
      : sphere_pair(distance * n, distance * distance, bodies.radius_i, bodies.radius_j);
  const double of_i = 1.0 / inertia.i, of_j = 1.0 / inertia.j, of_mass = 1.0 / bodies.effective_mass;
  const auto answer = [&](Vec3<double> v_i, Vec3<double> omega_i, Vec3<double> omega_j) {
    Motion<double> motion{v_i, none, omega_i, omega_j, bodies.effective_mass, 0.0, 0.0};
    motion.mean_mass = bodies.effective_mass;
    motion.mean_inertia = inertia.i;
    return detail::answer_to(law, geometry, motion);
  };
  SpringPeriods periods;
  periods.fill(std::numeric_limits<double>::infinity());
  // A load of size `by` has moved the bodies, and the springs respond with `back` along it.
  const auto set = [&](Mode mode, double by, double back) {
    if (back < 0.0) periods[mode] = 2.0 * pi * std::sqrt(-by / back);
  };
  constexpr double small = 1e-7;    // displacement divided by a radius, or angle

  const Vec3<double> couple = cross(across, n);
  const Vec3<double> couple_i =
      (bodies.wall ? bodies.radius_i : law.lever(geometry, bodies.radius_i)) * couple;
  const Vec3<double> couple_j = bodies.wall ? none : law.lever(geometry, bodies.radius_j) * couple;
  const double W = of_mass + of_i * dot(couple_i, couple_i) + of_j * dot(couple_j, couple_j);
  const double force = small * bodies.radius_i / W;
  set(in_sliding, force,
      dot(answer((force * of_mass) * across, (force * of_i) * couple_i, (force * of_j) * couple_j)
              .sliding.force,
          across));

  const double turning = small / (of_i + of_j);
  const auto rolled = answer(none, (turning * of_i) * axis, (-turning * of_j) * axis).rolling;
  // the two torques need not be opposite: sum of the work of both
  set(in_rolling, turning, (of_i * dot(rolled.on_i, axis) - of_j * dot(rolled.on_j, axis)) / (of_i + of_j));
  set(in_twisting, turning, answer(none, (turning * of_i) * n, (-turning * of_j) * n).twisting);
  return periods;
}

}    // namespace granular_srt::contact
