#include "wall_load.h"

#include <algorithm>

namespace granular_srt {

void WallLoad::begin_step(std::int64_t step, double dt)
{
  if (step == state_.step + 1 && state_.step >= 0) {
    const double free = state_.displacement + next_velocity_ * dt;
    state_.displacement = std::clamp(free, rule_.lowest, rule_.highest);
    state_.velocity = state_.displacement == free ? next_velocity_ : 0.0;
  }
  state_.step = step;
}

void WallLoad::end_step(double external, double contacts, double resistance, double dt)
{
  force_ = contacts;
  const double inertia = rule_.inertia + dt * resistance;
  const double velocity =
      (inertia * state_.velocity + dt * (external + contacts)) / (inertia + dt * rule_.drag);
  next_velocity_ = std::clamp(velocity, -rule_.speed, rule_.speed);
}

}    // namespace granular_srt
