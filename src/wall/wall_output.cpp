// Output of a wall: sums, values per atom, loads of triangles, pictures.

#include "fix_wall_granular.h"

#include "host/lammps_versions.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::store_vector;
  using contact::Vec3;

  // columns of the per-atom output
  constexpr int COUNT = 0, FORCE = 1, POINT = 4, RADIUS = 7, TORQUE = 8, HEAT_FLOW = 11, DIAGNOSTICS = 12;

  // One contact as its law sees it.
  auto seen_by_law(const EvaluatedContacts &contacts, std::size_t k)
  {
    return detail::contact_at_wall(contacts.loop, contacts.touches[k], contacts.places[k]);
  }

}    // namespace

// Scalar, vector, rows per atom and files of triangles.
void FixWallGranular::choose_output()
{
  scalar_flag = vector_flag = 1;
  extscalar = extvector = 1;
  size_vector = Totals::count - 1;
  if (command_.load) {
    WallLoadRule rule = *command_.load;
    rule.lowest = std::max(rule.lowest, wall_.lowest);
    load_.emplace(Load{WallLoad(rule)});
    static int extensive[] = {1, 1, 1, 1, 1, 1, 1, 0, 0, 0};
    size_vector = std::size(extensive);
    extvector = -1;
    extlist = extensive;
  }
  if (command_.faces_every > 0) {
    faces_ =
        std::make_unique<FaceOutput>(command_.faces_path, wall_.shape->mesh()->triangles.triangles.size());
    nevery = command_.faces_every;
  }
  global_freq = 1;
  size_peratom_cols = 0;
  if (command_.contacts) {
    peratom_flag = 1;
    size_peratom_cols = DIAGNOSTICS + diagnostics_of(command_.models);
    peratom_freq = 1;
  }
}

// Only rows of near particles change from step to step.
void FixWallGranular::clear_rows(bool of_all)
{
  const auto clear = [&](int i) { std::fill_n(array_atom[i], size_peratom_cols, 0.0); };
  if (of_all)
    for (int i = 0; i < atom->nlocal; ++i) clear(i);
  else
    for (const int i : contacts_.near().particles()) clear(i);
}

// Values per atom of a particle; some are those of the contact with the largest normal force.
void FixWallGranular::add_to_row(const EvaluatedContacts &contacts, std::size_t k)
{
  const WallTouch &touch = contacts.touches[k];
  const WallLoads &loads = contacts.loads[k];
  double *row = array_atom[touch.i];
  row[COUNT] += 1.0;
  contact::add_vector(row + FORCE, loads.force);
  row[RADIUS] = atom->radius[touch.i];
  contact::add_vector(row + TORQUE, loads.torque);
  row[HEAT_FLOW] += loads.heat;
  if (row[COUNT] > 1.0 && !(std::fabs(loads.normal_force) > largest_normal_force_)) return;
  largest_normal_force_ = std::fabs(loads.normal_force);
  store_vector(row + POINT, load_vector(atom->x[touch.i]) - contacts.places[k].separation);
  const auto contact = seen_by_law(contacts, k);
  const WallLaws &laws = contacts_.laws();
  laws.each[contacts.law].law.diagnose(contact.geometry(), contact.motion(true), contacts.loop.step,
                                       laws.layout, touch.history, row + DIAGNOSTICS);
}

// The loads of a contact on the triangle that it touches.
void FixWallGranular::add_to_face(const EvaluatedContacts &contacts, std::size_t k)
{
  const auto contact = seen_by_law(contacts, k);
  const auto frame = contacts_.laws().each[contacts.law].law.frame_of(
      contact.geometry(), contact.motion(true), contacts.loop.step);
  const WallLoads &loads = contacts.loads[k];
  const Vec3<double> friction = loads.force - loads.normal_force * frame.n,
                     x = contacts_.seen(contacts.touches[k].i).x;
  const double dt = contacts.loop.step.dt;
  faces_->add(contacts.places[k].triangle,
              {-loads.force, -(cross(x - command_.origin, loads.force) + loads.torque),
               -dot(friction, frame.v_s) * dt, std::fabs(loads.normal_force) * length(frame.v_s) * dt,
               frame.v_n < 0.0 ? -loads.normal_force * frame.v_n * dt : 0.0});
}

void FixWallGranular::end_of_step()
{
  try {
    faces_->write(world, *wall_.shape->mesh(), update->ntimestep,
                  fmt::format("{} {}, step {}", command_.name, id, update->ntimestep));
  } catch (const std::runtime_error &fault) {
    error->one(FLERR, "{} {} keyword faces: {}", command_.name, id, fault.what());
  }
}

void FixWallGranular::add_up()
{
  if (!totals_.added_up)
    MPI_Allreduce(totals_.of_rank, totals_.of_all, Totals::count, MPI_DOUBLE, MPI_SUM, world);
  totals_.added_up = true;
}

double FixWallGranular::compute_scalar()
{
  add_up();
  return totals_.of_all[0];
}

double FixWallGranular::compute_vector(int n)
{
  constexpr int of_load = Totals::count - 1;
  if (n == of_load) return load_->wall.displacement();
  if (n == of_load + 1) return load_->wall.velocity();
  if (n == of_load + 2) return load_->wall.force();
  add_up();
  return totals_.of_all[1 + n];
}

// The planes and triangles of a wall. LAMMPS draws regions itself.
int FixWallGranular::image(int *&objects, double **&parameters)
{
  const auto surface = wall_.shape->surface();
  const MeshSurface *const mesh = wall_.shape->mesh();
  if (!Picture::available || (!mesh && (!surface || surface->is_cylinder))) return 0;
  // A plane is a line in two dimensions and two triangles in three.
  const bool flat = domain->dimension == 2;
  const int objects_of_plane = flat ? 1 : 2;
  const std::size_t most_objects = mesh ? mesh->triangles.triangles.size()
                                        : PlaneSurface::parts * static_cast<std::size_t>(objects_of_plane);
  constexpr std::size_t most_parameters = 10;
  image_.kinds.assign(most_objects, flat && !mesh ? Picture::line : Picture::triangle);
  image_.values.assign(most_objects * most_parameters, 0.0);
  image_.rows.clear();
  for (std::size_t k = 0; k < most_objects; ++k) {
    image_.rows.push_back(image_.values.data() + k * most_parameters);
    image_.rows.back()[0] = 1.0;    // color of the first type
  }
  objects = image_.kinds.data();
  parameters = image_.rows.data();
  if (mesh) {
    for (std::size_t k = 0; k < most_objects; ++k)
      for (int corner = 0; corner < 3; ++corner)
        store_vector(image_.rows[k] + 1 + 3 * corner,
                     mesh->frame.place(mesh->triangles.corner(mesh->triangles.triangles[k], corner)));
    return static_cast<int>(most_objects);
  }
  const PlaneSurface &planes = surface->planes;
  int drawn = 0;
  for (int part = 0; part < PlaneSurface::parts; ++part)
    if (!std::isnan(planes.position[part]))
      Picture::draw_plane(drawn++, 2 * planes.axis + part, planes.position[part] + planes.shift,
                          image_.rows.data(), domain);
  return drawn * objects_of_plane;
}

double FixWallGranular::memory_usage()
{
  const double rows = command_.contacts ? atom->nmax : 0;
  return rows * size_peratom_cols * sizeof(double) + stored_history().memory_usage() +
      contacts_.near().bytes();
}

}    // namespace granular_srt
