#include "time_step_check.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // doc/time_step.md: 50 steps give e within 3 %, ten within 13 %.
  constexpr double fewest_steps = 10.0, advised_steps = 50.0;
  constexpr std::array mode_names = {"normal", "sliding", "rolling", "twisting"};
  static_assert(mode_names.size() == contact::n_modes);
  // durations that are shorter by less are not reported again
  constexpr double same = 0.01, same_in_run = 0.1;

  // Of a sphere that falls through the box; 0 without fix gravity of this plugin. LAMMPS' own has not set the
  // acceleration before the first step.
  double speed_of_a_fall(const LAMMPS *lmp)
  {
    double energy = 0.0;    // per mass
    for (Fix *fix : lmp->modify->get_fix_by_style("^gravity$")) {
      const auto *gravity = dynamic_cast<const KnownGravity *>(fix);
      if (!gravity) continue;
      for (int axis = 0; axis < 3; ++axis)
        energy += std::fabs(gravity->acceleration()[axis]) * lmp->domain->prd[axis];
    }
    return std::sqrt(2.0 * energy);
  }

}    // namespace

std::vector<LightestSphere> lightest_spheres(LAMMPS *lmp, int group_bit, int freeze_bit)
{
  const Atom &atom = *lmp->atom;
  const int types = atom.ntypes + 1;
  constexpr double none = std::numeric_limits<double>::infinity();
  // Smallest mass, smallest held radius and smallest negative square of a speed of a type: one reduction for all three.
  const auto squared = [](const double *v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; };
  std::vector<double> own(3 * types, none), all(own.size());
  for (int i = 0; i < atom.nlocal; ++i) {
    if ((atom.mask[i] & group_bit) == 0) continue;
    double *of_type = own.data() + 3 * atom.type[i];
    if (atom.mask[i] & freeze_bit) {
      of_type[1] = std::min(of_type[1], atom.radius[i]);
    } else {
      of_type[0] = std::min(of_type[0], atom.rmass[i]);
      of_type[2] = std::min(of_type[2], -squared(atom.v[i]));
    }
  }
  MPI_Allreduce(own.data(), all.data(), 3 * types, MPI_DOUBLE, MPI_MIN, lmp->world);

  std::vector<double> own_radius(types, none), radius(types);
  for (int i = 0; i < atom.nlocal; ++i)
    if ((atom.mask[i] & group_bit) && !(atom.mask[i] & freeze_bit) && atom.rmass[i] == all[3 * atom.type[i]])
      own_radius[atom.type[i]] = std::min(own_radius[atom.type[i]], atom.radius[i]);
  MPI_Allreduce(own_radius.data(), radius.data(), types, MPI_DOUBLE, MPI_MIN, lmp->world);

  std::vector<LightestSphere> found(types);
  for (int type = 1; type < types; ++type) {
    const double *of_type = all.data() + 3 * type;
    const bool present = of_type[0] < none, held = of_type[1] < none;
    found[type] = {present,
                   present ? of_type[0] : 0.0,
                   present ? radius[type] : 0.0,
                   present ? std::sqrt(-of_type[2]) : 0.0,
                   held,
                   held ? of_type[1] : 0.0};
  }
  return found;
}

TimeStepCheck::TimeStepCheck(LAMMPS *lmp, std::string style) : lmp_{lmp}, style_{std::move(style)} {}

void TimeStepCheck::begin(double time_step)
{
  time_step_ = time_step;
  begun_at_ = lmp_->update->ntimestep;
  collision_ = spring_ = {};
  considered_ = 0;
}

bool TimeStepCheck::is_due() const
{
  constexpr bigint steps_between = 1000;
  return std::abs(lmp_->update->ntimestep - begun_at_) >= steps_between;
}

// Empty if the bodies do not separate.
std::optional<contact::Collision> TimeStepCheck::collision_of(const contact::AnyContact &law,
                                                              const contact::Approach &bodies)
{
  const double guess = guess_ > 0.0 ? guess_ : time_step_;
  const auto collision = contact::head_on_collision(law, bodies, guess);
  if (collision) guess_ = 1e-2 * collision->duration;
  return collision;
}

// The collision of this speed serves for a speed that is a little higher, or lower.
bool TimeStepCheck::Candidate::stands_for(const Candidate &now) const
{
  constexpr double faster = 1.2;    // at this increase a Hertz collision lasts 4 % less
  constexpr double slower = 0.1;
  const double speed = bodies.speed, new_speed = now.bodies.speed;
  const bool serves = speed > 0.0
      ? new_speed <= faster * speed && (new_speed >= slower * speed || new_speed == 0.0)
      : new_speed == 0.0;
  return serves && type_i == now.type_i && type_j == now.type_j && bodies.radius_i == now.bodies.radius_i &&
      bodies.radius_j == now.bodies.radius_j && bodies.effective_mass == now.bodies.effective_mass &&
      bodies.wall == now.bodies.wall && inertia == now.inertia && law == now.law;
}

std::string TimeStepCheck::Candidate::names() const
{
  const std::string of =
      bodies.wall ? fmt::format("wall and type {}", type_i) : fmt::format("types {} and {}", type_i, type_j);
  if (estimated) return fmt::format("{} at rest, for {} at speed {:.4g}", of, estimated, bodies.speed);
  return bodies.speed > 0.0 ? fmt::format("{} at speed {:.4g}", of, bodies.speed) : of;
}

void TimeStepCheck::consider(const contact::AnyContact &law, const contact::Approach &bodies,
                             const contact::Inertia &inertia, int type_i, int type_j)
{
  if (lmp_->force->ftm2v != 1.0) return;    // units with another force than mass times acceleration
  if (!(time_step_ > 0.0) || !(bodies.effective_mass > 0.0) || !(bodies.radius_i > 0.0)) return;
  const std::size_t place = considered_++;
  if (place == candidates_.size()) candidates_.emplace_back();
  Candidate &candidate = candidates_[place];
  const Candidate now{law, bodies, inertia, type_i, type_j};
  if (!candidate.stands_for(now)) examine(candidate = now);

  compare(place);
}

// Of equal durations the first one counts.
void TimeStepCheck::compare(std::size_t place)
{
  const Candidate &candidate = candidates_[place];
  const auto take = [&](Shortest &shortest, double duration, contact::Mode mode) {
    constexpr double shorter = 1.0 - 1e-3;
    if (shortest.duration == 0.0 || duration <= shorter * shortest.duration)
      shortest = {duration, place, mode};
  };
  if (candidate.duration == 0.0) return;
  take(collision_, candidate.duration, contact::in_normal);
  for (const contact::Mode mode : {contact::in_sliding, contact::in_rolling, contact::in_twisting})
    if (std::isfinite(candidate.periods[mode])) take(spring_, 0.5 * candidate.periods[mode], mode);
}

void TimeStepCheck::examine(Candidate &candidate)
{
  const auto agree = [](double one, double other) { return std::fabs(one - other) <= same * other; };
  const auto periods_at = [&](double overlap) {
    return contact::spring_periods(candidate.law, candidate.bodies, candidate.inertia, overlap);
  };
  const bool moving = candidate.bodies.speed > 0.0;
  contact::Approach first = candidate.bodies, faster = candidate.bodies;
  if (!moving) first.speed = 1e-3 * candidate.bodies.radius_i / time_step_;
  const auto collision = collision_of(candidate.law, first);
  if (!collision) return;
  auto periods = periods_at(collision->largest_overlap);
  if (!moving) {
    faster.speed = 2.0 * first.speed;
    const auto other = collision_of(candidate.law, faster);
    if (!other || !agree(other->duration, collision->duration)) return;
    const auto others = periods_at(other->largest_overlap);
    for (int mode = 0; mode < contact::n_modes; ++mode)
      if (!agree(others[mode], periods[mode])) periods[mode] = std::numeric_limits<double>::infinity();
  }
  candidate.duration = collision->duration;
  candidate.periods = periods;
}

// All is at rest, and durations depend on speed: the collisions of a fall, or those with a small overlap.
void TimeStepCheck::estimate()
{
  const double fall = speed_of_a_fall(lmp_);
  for (std::size_t place = 0; place < considered_; ++place) {
    Candidate &candidate = candidates_[place];
    contact::Approach &bodies = candidate.bodies;
    candidate.estimated = fall > 0.0 ? "a fall through the box" : "an overlap of a hundredth of the radius";
    bodies.speed = fall > 0.0 ? fall : 1e-3 * bodies.radius_i / time_step_;
    // Hertz' overlap grows as speed^(4/5): the first correction is enough
    constexpr int corrections = 2;
    for (int k = 0; fall == 0.0 && k < corrections; ++k)
      if (const auto collision = collision_of(candidate.law, bodies))
        bodies.speed *= std::pow(0.01 * bodies.radius_i / collision->largest_overlap, 1.25);
    examine(candidate);
    compare(place);
  }
}

void TimeStepCheck::report()
{
  const auto moves = [](const Candidate &candidate) { return candidate.bodies.speed > 0.0; };
  if (collision_.duration == 0.0 &&
      std::none_of(candidates_.begin(), candidates_.begin() + considered_, moves))
    estimate();
  const double dt = time_step_, duration = collision_.duration;
  if (duration == 0.0) return;
  const bool has_faster_spring = spring_.duration > 0.0 && spring_.duration < duration;
  const double half_period = has_faster_spring ? spring_.duration : 0.0;
  // between two rows of output only what is shorter than advised, and not each time that particles are a little faster
  const bool in_run = lmp_->update->setupflag == 0 && reported_ > 0.0;
  const double least = in_run ? same_in_run : same;
  const auto not_shorter = [least](double now, double reported) { return now >= (1.0 - least) * reported; };
  // loops of short runs may give each another time step
  const bool same_step = dt <= (1.0 + same) * reported_step_ && dt > 0.5 * reported_step_;
  const bool known = same_step && not_shorter(duration, reported_) &&
      (!has_faster_spring || (reported_spring_ > 0.0 && not_shorter(half_period, reported_spring_)));
  const bool enough = (has_faster_spring ? half_period : duration) >= advised_steps * dt;
  if (known || (in_run && enough) || lmp_->comm->me != 0) return;
  reported_ = duration;
  reported_spring_ = half_period;
  reported_step_ = dt;
  utils::logmesg(lmp_, "{}: shortest collision ({}) {:.4g}, {:.4g} time steps, advised {:.0f} or more\n",
                 style_, candidates_[collision_.candidate].names(), duration, duration / dt, advised_steps);
  if (has_faster_spring)
    utils::logmesg(lmp_, "{}: shortest period ({}, {}) {:.4g}, {:.4g} time steps, advised {:.0f} or more\n",
                   style_, mode_names[spring_.mode], candidates_[spring_.candidate].names(),
                   2.0 * half_period, 2.0 * half_period / dt, 2.0 * advised_steps);
  const double shortest = has_faster_spring ? half_period : duration;
  if (shortest >= fewest_steps * dt || warned_) return;
  warned_ = true;
  const std::string what = has_faster_spring
      ? fmt::format("a twentieth of the shortest period, {:.4g} ({}, {})", 2.0 * half_period,
                    mode_names[spring_.mode], candidates_[spring_.candidate].names())
      : fmt::format("a tenth of the shortest collision, {:.4g} ({})", duration,
                    candidates_[collision_.candidate].names());
  lmp_->error->warning(FLERR, "{}: time step {:.4g} is longer than {}: use {:.2g} or less", style_, dt, what,
                       shortest / advised_steps);
}

}    // namespace granular_srt
