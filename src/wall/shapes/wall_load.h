#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace granular_srt {

/// Parameters of a wall that an external force presses on the particles.
struct WallLoadRule {
  double drag = 0.0;                                           ///< [force time/length]
  double inertia = 0.0;                                        ///< [force time^2/length]
  double speed = std::numeric_limits<double>::infinity();      ///< largest velocity [length/time]
  double lowest = -std::numeric_limits<double>::infinity();    ///< least displacement [length]
  double highest = std::numeric_limits<double>::infinity();    ///< largest displacement [length]
  int axis = 0;                 ///< direction on planes and meshes: 0 x, 1 y, 2 z
  double force = 0.0;           ///< external force [force]
  std::string variable = {};    ///< name of a variable that replaces `force`; else empty
};

/// A wall with one degree of freedom: its displacement s along the direction of the load.
///   M dv/dt = F + Q - C v,  ds/dt = v
/// F: external force, Q: force of the particles on the wall, C: drag, M: inertia, which may be 0. The drag is implicit,
/// and so is the change of Q with the velocity of the wall: Q of the next step is Q - D (v' - v), where D is the
/// resistance of the contacts. At rest F + Q = 0, whatever D is. The wall is stable for any C if D is more than half of
/// the change of Q.
class WallLoad {
 public:
  /// State in a restart file.
  struct State {
    std::int64_t step = -1;       ///< -1 before the first step
    double displacement = 0.0;    ///< [length]
    double velocity = 0.0;        ///< [length/time]
  };

  explicit WallLoad(WallLoadRule rule) : rule_{std::move(rule)} {}

  /// Moves the wall to a time step.
  /// \param moves  whether time has passed since the last one: not in a setup
  void begin_step(std::int64_t step, double dt, bool moves)
  {
    if (moves && state_.step >= 0) {
      const double free = state_.displacement + next_velocity_ * dt;
      state_.displacement = std::clamp(free, rule_.lowest, rule_.highest);
      state_.velocity = state_.displacement == free ? next_velocity_ : 0.0;
    }
    state_.step = step;
  }
  /// Sets the velocity of the next step.
  /// \param external  [force]
  /// \param contacts  force of the particles on the wall along the direction of the load [force]
  /// \param resistance  D, >= 0: what this force loses per velocity that the wall gains until the next step
  ///                    [force time/length]
  void end_step(double external, double contacts, double resistance, double dt)
  {
    force_ = contacts;
    if (dt == 0.0) return;
    const double inertia = rule_.inertia + dt * resistance;
    const double velocity =
        (inertia * state_.velocity + dt * (external + contacts)) / (inertia + dt * rule_.drag);
    next_velocity_ = std::clamp(velocity, -rule_.speed, rule_.speed);
  }

  [[nodiscard]] double displacement() const { return state_.displacement; }
  /// In the present step.
  [[nodiscard]] double velocity() const { return state_.velocity; }
  /// Of the particles, at the last end_step() [force].
  [[nodiscard]] double force() const { return force_; }
  [[nodiscard]] State &state() { return state_; }
  /// Values set by end_step(), for a run that continues with the forces of its last step.
  [[nodiscard]] double next_velocity() const { return next_velocity_; }
  void restore(double next_velocity, double force)
  {
    next_velocity_ = next_velocity;
    force_ = force;
  }

 private:
  WallLoadRule rule_;
  State state_;
  double next_velocity_ = 0.0, force_ = 0.0;
};

}    // namespace granular_srt
