#include "time_step_check.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "update.h"

#include <cmath>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // doc/time_step.md: 50 steps return e within 3 %, ten within 13 %.
  constexpr double fewest_steps = 10.0, advised_steps = 50.0;
  constexpr double same = 0.01;    // durations that differ by less are not reported again

}    // namespace

TimeStepCheck::TimeStepCheck(LAMMPS *lmp, std::string style) : lmp_{lmp}, style_{std::move(style)} {}

void TimeStepCheck::begin()
{
  shortest_ = {};
}

// 0 if the bodies do not part.
double TimeStepCheck::duration_of(const contact::AnyContact &law, const contact::Approach &bodies)
{
  const double guess = guess_ > 0.0 ? guess_ : lmp_->update->dt;
  const auto collision = contact::head_on_collision(law, bodies, guess);
  if (!collision) return 0.0;
  guess_ = 1e-3 * collision->duration;
  return collision->duration;
}

void TimeStepCheck::consider(const contact::AnyContact &law, const contact::Approach &bodies,
                             const std::string &names)
{
  const double dt = lmp_->update->dt;
  if (!(dt > 0.0) || !(bodies.effective_mass > 0.0) || !(bodies.radius_i > 0.0)) return;
  double duration;
  if (bodies.speed > 0.0) {
    duration = duration_of(law, bodies);
  } else {
    contact::Approach slow = bodies, faster = bodies;
    slow.speed = 1e-3 * bodies.radius_i / dt;
    faster.speed = 2.0 * slow.speed;
    duration = duration_of(law, slow);
    if (duration == 0.0 || std::fabs(duration_of(law, faster) - duration) > same * duration) return;
  }
  // Of equal durations the first one counts.
  constexpr double shorter = 1.0 - 1e-3;
  if (duration == 0.0 || (shortest_.duration > 0.0 && duration > shorter * shortest_.duration)) return;
  shortest_ = {duration, bodies.speed, names};
}

void TimeStepCheck::report()
{
  const double dt = lmp_->update->dt, duration = shortest_.duration;
  if (duration == 0.0) return;
  const bool known = dt == reported_step_ && std::fabs(duration - reported_) <= same * reported_;
  if (known || lmp_->comm->me != 0) return;
  reported_ = duration;
  reported_step_ = dt;
  const std::string at = shortest_.speed > 0.0 ? fmt::format(" at speed {:.4g}", shortest_.speed) : "";
  utils::logmesg(lmp_, "{}: shortest collision ({}{}) {:.4g}, {:.4g} time steps\n", style_, shortest_.names,
                 at, duration, duration / dt);
  if (duration >= fewest_steps * dt || warned_) return;
  warned_ = true;
  lmp_->error->warning(
      FLERR,
      "{}: time step {:.4g} is longer than a tenth of the shortest collision, {:.4g} ({}{}): "
      "use {:.2g} or less",
      style_, dt, duration, shortest_.names, at, duration / advised_steps);
}

}    // namespace granular_srt
