// Output of a wall: sums, values per atom, loads of triangles, pictures.

#include "fix_wall_granular.h"

#include "atom.h"
#include "error.h"
#include "update.h"

#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::store_vector;
  using contact::Vec3;

  // columns of the per-atom output
  constexpr int COUNT = 0, FORCE = 1, POINT = 4, RADIUS = 7, TORQUE = 8, HEAT_FLOW = 11, DIAGNOSTICS = 12;

  // Geometry and motion of one contact.
  auto lane_of(const WallLoop &loop, const WallTouch &touch, const WallContact &place)
  {
    const auto only = [](int) { return 0; };
    return detail::WallLanes<double, decltype(only)>{loop, &touch, &place, only};
  }

}    // namespace

int FixWallGranular::row_length(const ModelSpec &models)
{
  return DIAGNOSTICS + static_cast<int>(diagnostics_of(models).size());
}

// Values per atom of a particle; some are those of the contact with the largest normal force.
void FixWallGranular::add_to_row(const SeenContact &seen)
{
  const int i = seen.touch.i;
  const WallLoads &loads = seen.loads;
  double *row = array_atom[i];
  row[COUNT] += 1.0;
  add(row + FORCE, loads.force);
  row[RADIUS] = atom->radius[i];
  add(row + TORQUE, loads.torque);
  row[HEAT_FLOW] += loads.heat;
  if (row[COUNT] > 1.0 && !(std::fabs(loads.normal_force) > largest_normal_force_)) return;
  largest_normal_force_ = std::fabs(loads.normal_force);
  store_vector(row + POINT, load_vector(atom->x[i]) - seen.place.separation);
  const auto contact = lane_of(seen.loop, seen.touch, seen.place);
  seen.law.diagnose(contact.geometry(), contact.motion(), seen.loop.step, layout_, seen.touch.history,
                    row + DIAGNOSTICS);
}

// The loads of a contact on the triangle that it touches.
void FixWallGranular::add_to_face(const SeenContact &seen)
{
  const auto contact = lane_of(seen.loop, seen.touch, seen.place);
  const auto frame = seen.law.frame_of(contact.geometry(), contact.motion(), seen.loop.step);
  const WallLoads &loads = seen.loads;
  const Vec3<double> friction = loads.force - loads.normal_force * frame.n,
                     x = load_vector(atom->x[seen.touch.i]);
  const double dt = seen.loop.step.dt;
  faces_->add(seen.place.triangle,
              {-loads.force, -(cross(x - wall_.origin, loads.force) + loads.torque),
               -dot(friction, frame.v_s) * dt, std::fabs(loads.normal_force) * length(frame.v_s) * dt,
               frame.v_n < 0.0 ? -loads.normal_force * frame.v_n * dt : 0.0});
}

void FixWallGranular::end_of_step()
{
  try {
    faces_->write(world, *wall_.shape->mesh(), wall_.shape->frame(), update->ntimestep,
                  fmt::format("{} {}, step {}", command(), id, update->ntimestep));
  } catch (const std::runtime_error &fault) {
    error->one(FLERR, "{} {} keyword faces: {}", command(), id, fault.what());
  }
}

void FixWallGranular::add_up()
{
  if (!summed_) MPI_Allreduce(totals_, all_totals_, n_totals, MPI_DOUBLE, MPI_SUM, world);
  summed_ = true;
}

double FixWallGranular::compute_scalar()
{
  add_up();
  return all_totals_[0];
}

double FixWallGranular::compute_vector(int n)
{
  constexpr int of_load = n_totals - 1;
  if (n == of_load) return load_->displacement();
  if (n == of_load + 1) return load_->velocity();
  if (n == of_load + 2) return load_->force();
  add_up();
  return all_totals_[1 + n];
}

int FixWallGranular::image(int *&objects, double **&parameters)
{
  const int count = image_.draw(wall_.shape->planes(), domain);
  objects = image_.objects();
  parameters = image_.parameters();
  return count;
}

double FixWallGranular::memory_usage()
{
  const double rows = wall_.contacts ? atom->nmax : 0;
  return rows * size_peratom_cols * sizeof(double) + stored_history().memory_usage() + near_.bytes();
}

}    // namespace granular_srt
