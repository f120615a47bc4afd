#include "fix_wall_granular.h"

#include "engine/evaluate/lane_access.h"
#include "host/queries.h"
#include "host/style_table.h"
#include "pair/pair_granular_srt.h"
#include "restart/replay.h"
#include "checks/box_motion.h"
#include "checks/contact_requirements.h"

#include "atom.h"
#include "atom_masks.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "respa.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <system_error>

using namespace LAMMPS_NS;

namespace granular_srt {
FixWallGranular::FixWallGranular(LAMMPS *lammps, int narg, char **arg) :
    FixWallGranular(lammps, narg, arg, read_wall(lammps, narg, arg))
{
}

FixWallGranular::FixWallGranular(LAMMPS *lammps, int narg, char **arg, Wall &&wall) :
    Fix(lammps, narg, arg), command_{std::move(wall.command)}, wall_{std::move(wall.built)},
    contacts_{lammps, command_, wall_, groupbit}
{
  require_sphere_atoms(lmp, command_.name, false);    // a later fix may still add temperatures
  check_box();

  restart_global = 1;
  restart_peratom = has_history();
  create_attribute = 1;
  time_depend = command_.motion.depends_on_time();
  dynamic_group_allow = 1;
  virial_global_flag = virial_peratom_flag = 1;
  choose_output();
  choose_arrays();
  maxexchange_dynamic = wall_.shape->mesh() ? 1 : 0;
  set_maxexchange();

  FixWallGranular::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  if (restart_peratom) atom->add_callback(Atom::RESTART);
  for (int i = 0; i < atom->nlocal; ++i) FixWallGranular::set_arrays(i);

  set_clock(0.0);
}

void FixWallGranular::set_maxexchange()
{
  maxexchange = (has_history() ? contacts_.history().largest_packed_size() : 0) + size_peratom_cols;
}

FixWallGranular::~FixWallGranular()
{
  atom->delete_callback(id, Atom::GROW);
  if (restart_peratom) atom->delete_callback(id, Atom::RESTART);
  memory->destroy(array_atom);
}

void FixWallGranular::check_box() const
{
  for (int axis = 0; axis < 3; ++axis)
    if (domain->periodicity[axis] && wall_.forbidden & 1 << axis)
      error->all(FLERR, "Cannot use {} {} in a box that is periodic in {}: use the command boundary",
                 command_.name, command_.style, "xyz"[axis]);
}

// Contacts with walls see the motion of the box if those of particles do. A pair style of this package warns for walls too.
bool FixWallGranular::examine_box_motion()
{
  bool has_pairs = false, pairs_see = false;
  for_each_pair_of<const PairGranularSrt>(lmp, [&](const PairGranularSrt &pair) {
    has_pairs = true;
    pairs_see = pairs_see || pair.sees_box();
  });
  const bool rubs = command_.models.name(DAMPING) != "none" || command_.models.name(TANGENTIAL) != "none";
  warn_of_unseen_motion(lmp, std::string("Fix ") + style + " " + id, rubs && !has_pairs, false,
                        unseen_motion_);
  return pairs_see;
}

// With the KOKKOS package, LAMMPS copies these per-atom arrays from a device, and those that change back to it.
void FixWallGranular::choose_arrays()
{
  datamask_read = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | RADIUS_MASK | RMASS_MASK | MASK_MASK;
  datamask_modify = F_MASK | TORQUE_MASK;
  if (wall_.motion->reads_variables() || !command_.temperature_variable.empty() ||
      (command_.load && !command_.load->variable.empty()))
    datamask_read = ALL_MASK;
}

void FixWallGranular::post_constructor()
{
  const std::string name(host_name(style));
  delete[] style;
  style = utils::strdup(name);
}

int FixWallGranular::setmask()
{
  return FixConst::POST_NEIGHBOR | FixConst::POST_FORCE | FixConst::POST_FORCE_RESPA |
      (faces_ ? FixConst::END_OF_STEP : 0);
}

void FixWallGranular::init()
{
  require_sphere_atoms(lmp, command_.name, contacts_.laws().heat);
  check_box();
  announce_styles(lmp);
  const bool sees_box = examine_box_motion();
  wall_.motion->init();
  const auto &fixes = modify->get_fix_list();
  const auto number = std::count_if(fixes.begin(), std::find(fixes.begin(), fixes.end(), this),
                                    [](Fix *fix) { return dynamic_cast<FixWallGranular *>(fix) != nullptr; });
  contacts_.init(command_.name + " " + id, static_cast<int>(number) + 1, sees_box);
  if (!kokkosable) choose_arrays();
  if (maxexchange_dynamic) set_maxexchange();    // a restart file may have more contacts
  set_clock(time());

  if (!command_.temperature_variable.empty())
    temperature_variable_ =
        find_equal_variable(lmp, command_.temperature_variable, command_.name, "temperature");
  if (load_ && !command_.load->variable.empty())
    load_->variable = find_equal_variable(lmp, command_.load->variable, command_.name, "load");

  const std::string folder = std::filesystem::path(command_.faces_path).parent_path();
  std::error_code none;
  const bool known = !folder.empty() && folder.find('*') == std::string::npos;
  if (known && comm->me == 0 && !std::filesystem::is_directory(folder, none))
    error->one(FLERR, "{} {} keyword faces: there is no folder {}", command_.name, id, folder);

  warn_of_restart();
  if (compared_) return;
  compared_ = true;
  warn_of_seams();
  tell_other_friction();
}

// A wall that keeps its old command beside a pair style with rolling friction has none.
void FixWallGranular::tell_other_friction() const
{
  for (const Axis axis : {ROLLING, TWISTING}) {
    bool of_pairs = false, any = false;
    for_each_pair_of<const PairGranularSrt>(lmp, [&](const PairGranularSrt &pair) {
      for (int type = 1; type <= atom->ntypes; ++type)
        if (const ModelSpec *models = pair.models_of_type(type)) {
          any = true;
          of_pairs = of_pairs || models->name(axis) != "none";
        }
    });
    const bool at_wall = command_.models.name(axis) != "none";
    if (any && of_pairs != at_wall && comm->me == 0)
      utils::logmesg(lmp, "Fix {} {}: {} friction acts {}\n", style, id, axis_names[axis],
                     at_wall ? "at this wall and not between particles"
                             : "between particles and not at this wall");
  }
}

// Once for each two walls of meshes that act on the same particles, at their first positions.
void FixWallGranular::warn_of_seams()
{
  if (!wall_.shape->mesh()) return;
  for (Fix *fix : modify->get_fix_list()) {
    auto *other = dynamic_cast<FixWallGranular *>(fix);
    if (!other || other == this || !other->compared_ || !other->wall_.shape->mesh()) continue;
    if (igroup != other->igroup && igroup != 0 && other->igroup != 0) continue;
    const int edges =
        count_seams(*wall_.shape, *other->wall_.shape) + count_seams(*other->wall_.shape, *wall_.shape);
    if (edges > 0 && comm->me == 0)
      error->warning(
          FLERR,
          "The meshes of {} {} and {} continue each other at {} edges: a particle there has a contact "
          "with each of them. In one file they are one surface",
          command_.name, other->id, id, edges);
  }
}

double FixWallGranular::time() const
{
  return clock_.time + static_cast<double>(update->ntimestep - clock_.step) * clock_.dt;
}

void FixWallGranular::set_clock(double time)
{
  clock_ = {time, update->dt, update->ntimestep};
}

void FixWallGranular::reset_dt()
{
  set_clock(time());
}

// The wall counts as flat and at rest.
void FixWallGranular::check_time_step()
{
  sync_host();
  if (!step_check_)
    step_check_ = std::make_unique<TimeStepCheck>(lmp, fmt::format("{} {}", command_.name, id));
  step_check_->begin(update->dt);
  constexpr double held = std::numeric_limits<double>::infinity();
  const std::vector<LightestSphere> lightest = lightest_spheres(lmp, groupbit, 0);
  for (std::size_t type = 1; type < lightest.size(); ++type) {
    const LightestSphere &sphere = lightest[type];
    if (sphere.present)
      step_check_->consider(
          contacts_.laws().of(static_cast<int>(type)), {sphere.radius, 0.0, sphere.mass, sphere.speed, true},
          {contact::ball_inertia(sphere.mass, sphere.radius), held}, static_cast<int>(type));
  }
  step_check_->report();
}

// A wall that touches nothing must not fall through the particles in a few steps.
void FixWallGranular::check_fall(double external) const
{
  double radius = std::numeric_limits<double>::infinity();
  for (const LightestSphere &sphere : lightest_spheres(lmp, groupbit, 0))
    if (sphere.present) radius = std::min(radius, sphere.radius);
  const WallLoadRule &rule = *command_.load;
  const double dt = update->dt;
  const double fall = dt * std::min(std::fabs(external) * dt / (rule.inertia + dt * rule.drag), rule.speed);
  constexpr double too_far = 0.1;    // of the radius: overlaps are smaller
  if (fall > too_far * radius && comm->me == 0)
    error->warning(FLERR,
                   "{} {}: where it touches nothing, the wall falls by {:.3g} per step under its load, and a "
                   "particle has the radius {:.3g}: set keyword speed to at most {:.3g}, or a larger drag",
                   command_.name, id, fall, radius, too_far * radius / dt);
}

void FixWallGranular::setup(int vflag)
{
  if (contact::uses_means(contacts_.laws().each.front().law)) warn_of_discs(lmp, command_.name);
  check_time_step();
  if (replays_step(lmp)) return;    // post_force() follows
  if (auto *respa = dynamic_cast<Respa *>(update->integrate)) {
    const int level = respa->nlevels - 1;
    respa->copy_flevel_f(level);
    post_force(vflag);
    respa->copy_f_flevel(level);
  } else {
    post_force(vflag);
  }
}

void FixWallGranular::begin_step(int vflag)
{
  v_init(vflag);
  copy_histories();
  wall_.motion->move_to(time());
  totals_ = {};    // variables of the motion may read those of the last step
  if (load_) {
    load_->wall.begin_step(update->ntimestep, update->dt, is_time_step(*update));
    wall_.motion->add_load({command_.load->axis, load_->wall.displacement(), load_->wall.velocity()});
    std::fill_n(load_->sums, 2, 0.0);
  }
  contacts_.begin_step();
}

void FixWallGranular::post_force(int vflag)
{
  const double wall_temperature = temperature_variable_ >= 0 ? value_of_variable(lmp, temperature_variable_)
                                                             : command_.temperature.value_or(0.0);
  begin_step(vflag);
  if (step_check_ && neighbor->ago == 0 && step_check_->is_due()) check_time_step();
  const bool new_list = contacts_.update_near();
  if (command_.contacts) clear_rows(new_list);
  contacts_.evaluate(wall_temperature, [this](const EvaluatedContacts &contacts) { take_loads(contacts); });
  if (maxexchange_dynamic) set_maxexchange();
  if (load_) advance_load();
  if (faces_ && update->setupflag == 0) faces_->count_step();
}

// Warns once, on the rank that finds it. A particle whose center crosses a plane is soon lost.
void FixWallGranular::check_overlap(double of_radius, int i)
{
  constexpr double most = 0.1;    // as between particles
  if (overlap_warned_ || of_radius <= most) return;
  overlap_warned_ = true;
  error->warning(
      FLERR,
      "Fix {} {}: at step {} {} overlaps the wall by {:.3g} of its radius, more than a tenth: time "
      "step, stiffness or speeds are doubtful",
      style, id, update->ntimestep, i < 0 ? "a particle" : fmt::format("atom {}", atom->tag[i]), of_radius);
}

// Sums and output of contacts.
void FixWallGranular::take_loads(const EvaluatedContacts &contacts)
{
  if (load_) load_->sums[1] += contacts_.resistance(contacts);
  for (std::size_t k = 0; k < contacts.touches.size(); ++k) {
    const int i = contacts.touches[k].i;
    const WallLoads &loads = contacts.loads[k];
    const WallContact &place = contacts.places[k];
    const PeriodicImage seen = contacts_.seen(i);
    check_overlap(1.0 - place.distance / atom->radius[i], i);
    totals_.of_rank[0] += 1.0;
    contact::add_vector(totals_.of_rank + 1, -loads.force);
    contact::add_vector(totals_.of_rank + 4, -(cross(seen.x - command_.origin, loads.force) + loads.torque));
    totals_.of_rank[7] -= loads.heat;
    if (load_)
      load_->sums[0] -= dot(loads.force, wall_.shape->load_direction(wall_.motion->placement().load, place));
    if (vflag_global || vflag_atom) {    // older LAMMPS do not set vflag_either
      auto of_contact = contact::virial_of(loads.force, place.separation);
      v_tally(i, of_contact.value);
    }
    if (faces_ && update->setupflag == 0) add_to_face(contacts, k);
    if (command_.contacts) add_to_row(contacts, k);
  }
}

void FixWallGranular::post_force_respa(int vflag, int level, int /*loop*/)
{
  if (level == dynamic_cast<Respa *>(update->integrate)->nlevels - 1) post_force(vflag);
}

// The velocity of the wall in the next step.
void FixWallGranular::advance_load()
{
  double contacts[2];
  const double external =
      load_->variable >= 0 ? value_of_variable(lmp, load_->variable) : command_.load->force;
  if (update->setupflag) check_fall(external);
  MPI_Allreduce(load_->sums, contacts, 2, MPI_DOUBLE, MPI_SUM, world);
  // necks pull less when they are let off: such contacts do not resist
  load_->wall.end_step(external, contacts[0], std::max(contacts[1], 0.0), update->dt);
}

}    // namespace granular_srt
