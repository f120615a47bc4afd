#pragma once

#include "contact.h"

#include <cmath>
#include <optional>

namespace granular_srt::contact {

/// Two bodies before a head-on collision without spin. Body j is a sphere or a flat wall.
struct Approach {
  double radius_i, radius_j;    ///< [length]
  double effective_mass;        ///< m_eff [mass]
  double speed;                 ///< of the two towards each other, > 0 [length/time]
  bool wall = false;            ///< whether j is a flat wall; radius_j is 0 then
};

struct Collision {
  double duration;           ///< from the first touch to the end of the contact [time]
  double largest_overlap;    ///< [length]
};

namespace detail {

  /// The overlap and its rate in a collision, m_eff d^2(overlap)/dt^2 = -F_n, integrated with steps of equal length by
  /// the classical Runge-Kutta method.
  class Approaching {
   public:
    Approaching(const AnyContact &law, const Approach &bodies) :
        law_{law}, bodies_{bodies}, rate_{bodies.speed}
    {
    }

    /// Of a force -stiffness overlap - damping rate, both divided by the effective mass.
    struct Oscillator {
      double stiffness, damping;    ///< [1/time^2], [1/time]
    };

    /// The oscillator whose force the law has; nothing if the law is not linear in overlap and rate.
    [[nodiscard]] std::optional<Oscillator> oscillator() const
    {
      constexpr double rounding = 1e-6;    // of overlaps of 1e-6 radii is 1e-10
      const double overlap = 1e-3 * bodies_.radius_i, rate = bodies_.speed;
      const double pull = acceleration(overlap, 0.0);
      const Oscillator found{-pull / overlap, (pull - acceleration(overlap, rate)) / rate};
      for (const double times : {1e-3, 1.0, 100.0})
        for (const double along : {1.0, -1.0}) {
          const double by_spring = found.stiffness * times * overlap,
                       by_dashpot = found.damping * along * rate;
          const double off = acceleration(times * overlap, along * rate) + by_spring + by_dashpot;
          if (!(std::fabs(off) <= rounding * (by_spring + std::fabs(by_dashpot)))) return std::nullopt;
        }
      return found;
    }

    [[nodiscard]] double overlap() const { return overlap_; }
    [[nodiscard]] double rate() const { return rate_; }
    [[nodiscard]] bool finite() const { return std::isfinite(overlap_) && std::isfinite(rate_); }

    void advance(double dt)
    {
      const double u1 = rate_, a1 = acceleration(overlap_, u1);
      const double u2 = rate_ + 0.5 * dt * a1, a2 = acceleration(overlap_ + 0.5 * dt * u1, u2);
      const double u3 = rate_ + 0.5 * dt * a2, a3 = acceleration(overlap_ + 0.5 * dt * u2, u3);
      const double u4 = rate_ + dt * a3, a4 = acceleration(overlap_ + dt * u3, u4);
      overlap_ += dt / 6.0 * (u1 + 2.0 * (u2 + u3) + u4);
      rate_ += dt / 6.0 * (a1 + 2.0 * (a2 + a3) + a4);
    }

    /// Overlap at which the contact ends: 0, or minus the pull-off distance.
    [[nodiscard]] double last_overlap() const
    {
      const double sum = bodies_.radius_i + bodies_.radius_j;
      const double R =
          bodies_.wall ? bodies_.radius_i : effective_radius(bodies_.radius_i, bodies_.radius_j, sum);
      return sum - law_.reach(sum, R);
    }

   private:
    const AnyContact &law_;
    const Approach &bodies_;
    double overlap_ = 0.0, rate_;

    [[nodiscard]] double acceleration(double overlap, double rate) const
    {
      if (overlap < last_overlap()) return 0.0;
      const double distance = bodies_.radius_i + bodies_.radius_j - overlap;
      const Vec3<double> separation{distance, 0.0, 0.0}, none{0.0, 0.0, 0.0};
      const Geometry<double> geometry = bodies_.wall
          ? flat_wall(separation, distance, bodies_.radius_i)
          : sphere_pair(separation, distance * distance, bodies_.radius_i, bodies_.radius_j);
      const Motion<double> motion{{-rate, 0.0, 0.0}, none, none, none, bodies_.effective_mass, 0.0, 0.0};
      return -law_.normal_force(geometry, motion) / bodies_.effective_mass;
    }
  };

  constexpr double creeping = 1e-6;    // of the initial speed: overdamped bodies separate by rounding alone

  /// Half a period of a damped oscillator, from overlap 0 to overlap 0. Landau & Lifshitz, Mechanics, 3rd ed., section 25.
  /// Returns nothing if the bodies do not separate.
  inline std::optional<Collision> half_period(const Approaching::Oscillator &of, double speed)
  {
    const double decay = 0.5 * of.damping, frequency = std::sqrt(of.stiffness - decay * decay);
    if (!(frequency > 0.0) || std::exp(-pi * decay / frequency) <= creeping) return std::nullopt;
    const double to_largest = std::atan2(frequency, decay) / frequency;
    return Collision{pi / frequency, speed / std::sqrt(of.stiffness) * std::exp(-decay * to_largest)};
  }

  /// One integration with a given step.
  struct Trial {
    bool parted;    ///< within the steps allowed, and not by creeping
    int steps;      ///< before the step in which the contact ended
    Collision collision;
  };

  inline Trial integrate_collision(const AnyContact &law, const Approach &bodies, double dt, int most_steps)
  {
    Approaching motion(law, bodies);
    const double last = motion.last_overlap();
    double largest = 0.0;
    int step = 0;
    for (; step < most_steps && motion.finite(); ++step) {
      const double overlap = motion.overlap(), rate = motion.rate();
      motion.advance(dt);
      largest = std::max(largest, motion.overlap());
      const auto ends_after = [&](double part) -> Trial {
        return {true, step, {dt * (step + part), largest}};
      };
      if (rate < 0.0 && motion.rate() >= 0.0) return ends_after(rate / (rate - motion.rate()));
      if (motion.rate() < -creeping * bodies.speed && motion.overlap() <= last)
        return ends_after((overlap - last) / (overlap - motion.overlap()));
    }
    return {false, step, {}};
  }

}    // namespace detail

/// Whether F_ne grows with the overlap. Without stiffness nothing separates two bodies.
inline bool repels(const AnyContact &law, const Approach &bodies)
{
  constexpr double any_force = 1.0;
  return law.normal.stiffness_at(any_force, bodies.radius_i) > 0.0;
}

/// A head-on collision: in closed form if the normal force is linear, as that of Hooke's law with a constant dashpot, else
/// integrated. If the bodies stick together, the contact counts until they begin to
/// approach again. Returns nothing if the bodies do not separate because damping is too strong.
/// \param dt  estimate of a hundredth of the duration; any value works [time]
inline std::optional<Collision> head_on_collision(const AnyContact &law, const Approach &bodies, double dt)
{
  // Finds a step that divides the collision into about a hundred steps. Half of this step must give the same result.
  constexpr int fewest_steps = 50, most_steps = 250, most_trials = 60;
  constexpr double agreement = 1e-3;
  if (!repels(law, bodies)) return std::nullopt;
  if (const auto oscillator = detail::Approaching(law, bodies).oscillator())
    return detail::half_period(*oscillator, bodies.speed);
  bool too_short = false;
  for (int k = 0; k < most_trials; ++k) {
    const detail::Trial trial = detail::integrate_collision(law, bodies, dt, most_steps);
    if (!trial.parted && trial.steps == most_steps) {
      dt *= 2.0;
      too_short = true;
    } else if (too_short && (!trial.parted || trial.steps < fewest_steps)) {
      return std::nullopt;    // longer steps are unstable: the bodies do not separate
    } else if (trial.steps < fewest_steps) {
      too_short = false;
      dt *= std::max(trial.steps, 1) / (0.5 * (fewest_steps + most_steps));
    } else {
      const detail::Trial finer = detail::integrate_collision(law, bodies, 0.5 * dt, 3 * most_steps);
      const double difference = finer.collision.duration - trial.collision.duration;
      if (finer.parted && std::fabs(difference) < agreement * finer.collision.duration)
        return finer.collision;
      dt *= 0.7;
      too_short = false;
    }
  }
  return std::nullopt;
}

}    // namespace granular_srt::contact
