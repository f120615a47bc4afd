// Motion of a wall under load.

#include "fix_wall_granular.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "input.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {

// A wall that touches nothing must not fall through the particles in a few steps.
void FixWallGranular::check_fall(const std::vector<LightestSphere> &spheres) const
{
  double radius = std::numeric_limits<double>::infinity();
  for (const LightestSphere &sphere : spheres)
    if (sphere.present) radius = std::min(radius, sphere.radius);
  const WallLoadRule &rule = *wall_.load;
  const double dt = update->dt;
  const double fall =
      dt * std::min(std::fabs(wall_.load_force) * dt / (rule.inertia + dt * rule.drag), rule.speed);
  constexpr double too_far = 0.1;    // of the radius: overlaps are smaller
  if (fall > too_far * radius && comm->me == 0)
    error->warning(FLERR,
                   "{} {}: where it touches nothing, the wall falls by {:.3g} per step under its load, and a "
                   "particle has the radius {:.3g}: set keyword speed to at most {:.3g}, or a larger drag",
                   command(), id, fall, radius, too_far * radius / dt);
}

// What the normal forces of a law's contacts, which are in loads_, lose per velocity with which the wall goes away from
// them: with the wall a little nearer, and the velocity that this takes in a step. Histories stay as they are.
double FixWallGranular::resistance(int law, const Batch &batch, WallLoop loop)
{
  loop.step.update = false;    // the normal force depends on no history
  const double dt = loop.step.dt;
  nearer_ = batch;
  nearing_.clear();
  for (WallContact &place : nearer_.places) {
    const double radius = atom->radius[nearer_.touches[nearing_.size()].i];
    // Forces are powers of the overlap below 3/2: this finds their slopes to some percent, above the rounding of positions.
    const double nearer =
        std::min(0.1 * std::fabs(radius - place.distance) + 1e-6 * radius, 0.5 * place.distance);
    place.velocity = place.velocity + (nearer / dt / place.distance) * place.separation;
    place.separation = (1.0 - nearer / place.distance) * place.separation;
    place.distance -= nearer;
    nearing_.push_back(nearer);
  }
  evaluate(law, nearer_, loop, nearer_loads_);
  double sum = 0.0;
  for (std::size_t k = 0; k < nearing_.size(); ++k)
    sum += (nearer_loads_[k].normal_force - loads_[k].normal_force) * dt / nearing_[k];
  return sum;
}

// The velocity of the wall in the next step.
void FixWallGranular::advance_load()
{
  double external = wall_.load_force, contacts[2];
  if (load_variable_ >= 0) {
    modify->clearstep_compute();
    external = input->variable->compute_equal(load_variable_);
    modify->addstep_compute(update->ntimestep + 1);
  }
  MPI_Allreduce(load_sums_, contacts, 2, MPI_DOUBLE, MPI_SUM, world);
  // necks pull less when they are let off: such contacts do not resist
  load_->end(external, contacts[0], std::max(contacts[1], 0.0), update->dt);
}

}    // namespace granular_srt
