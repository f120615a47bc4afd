#include "fix_wall_granular.h"
#include "mesh_seams.h"

#include "engine/evaluate/instruction_set.h"
#include "host/queries.h"
#include "host/style_table.h"
#include "pair/pair_granular_srt.h"
#include "checks/contact_requirements.h"

#include "atom.h"
#include "atom_masks.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "input.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "respa.h"
#include "update.h"
#include "variable.h"

#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {
FixWallGranular::FixWallGranular(LAMMPS *lmp, int narg, char **arg) :
    FixWallGranular(lmp, narg, arg, parse_wall_arguments(lmp, arg[2], narg - 3, arg + 3))
{
}

FixWallGranular::FixWallGranular(LAMMPS *lmp, int narg, char **arg, WallArguments &&wall) :
    Fix(lmp, narg, arg), wall_{std::move(wall)}, near_{lmp}
{
  require_sphere_atoms(lmp, command(), false);    // a later fix may still add temperatures
  check_box();
  // a material that mixes with those of the types is known only in init()
  set_laws({build_contact(wall_.models, wall_.models, false)});
  beyond_contact_ = acts_beyond_contact(wall_.models);
  heat_ = wall_.models.name(HEAT) != "none";
  layout_ = contact::consecutive_layout(history_doubles(TANGENTIAL, wall_.models),
                                        history_doubles(ROLLING, wall_.models),
                                        history_doubles(TWISTING, wall_.models));
  remembers_ = layout_.size > 0 || beyond_contact_;
  history_ = WallHistory(wall_.shape->most_contacts(), doubles_per_contact());

  settings_ = arg[1];
  for (int k = 3; k < narg; ++k) settings_ += std::string(" ") + arg[k];

  restart_global = 1;
  restart_peratom = remembers_;
  create_attribute = 1;
  time_depend = wall_.depends_on_time;
  dynamic_group_allow = 1;
  virial_global_flag = virial_peratom_flag = 1;
  scalar_flag = vector_flag = 1;
  extscalar = extvector = 1;
  size_vector = n_totals - 1;
  if (wall_.load) {
    load_.emplace(*wall_.load);
    intensive_or_extensive_.assign(size_vector, 1);
    intensive_or_extensive_.insert(intensive_or_extensive_.end(), {0, 0, 0});
    size_vector += 3;
    extvector = -1;
    extlist = intensive_or_extensive_.data();
  }
  if (wall_.faces_every > 0) {
    faces_ = std::make_unique<FaceOutput>(wall_.faces_path, wall_.shape->mesh()->triangles.size());
    nevery = wall_.faces_every;
  }
  global_freq = 1;
  size_peratom_cols = 0;
  if (wall_.contacts) {
    peratom_flag = 1;
    size_peratom_cols = row_length(wall_.models);
    peratom_freq = 1;
  }
  choose_arrays();
  maxexchange = (remembers_ ? history_.largest_packed_size() : 0) + size_peratom_cols;

  FixWallGranular::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  if (restart_peratom) atom->add_callback(Atom::RESTART);
  for (int i = 0; i < atom->nlocal; ++i) FixWallGranular::set_arrays(i);

  clock_dt_ = update->dt;
  set_clock(0.0);
}

FixWallGranular::~FixWallGranular()
{
  atom->delete_callback(id, Atom::GROW);
  if (restart_peratom) atom->delete_callback(id, Atom::RESTART);
  memory->destroy(array_atom);
}

void FixWallGranular::set_laws(const std::vector<contact::AnyContact> &laws)
{
  laws_.clear();
  for (const contact::AnyContact &law : laws) laws_.push_back({law, compiled_law(law)});
  batches_.resize(laws_.size());
}

void FixWallGranular::check_box() const
{
  const int periodic[3] = {domain->xperiodic, domain->yperiodic, domain->zperiodic};
  for (int axis = 0; axis < 3; ++axis)
    if (periodic[axis] && wall_.periodic_forbidden & 1 << axis)
      error->all(FLERR, "Cannot use {} {} in a box that is periodic in {}: use the command boundary",
                 command(), wall_.style, "xyz"[axis]);
}

// Contacts with walls see the motion of the box if those of particles do. A pair style of this package warns for walls too.
void FixWallGranular::examine_box_motion()
{
  bool has_pairs = false;
  sees_box_ = false;
  for_each_pair_of<const PairGranularSrt>(lmp, [&](const PairGranularSrt &pair) {
    has_pairs = true;
    sees_box_ = sees_box_ || pair.sees_box();
  });
  const bool rubs = wall_.models.name(DAMPING) != "none" || wall_.models.name(TANGENTIAL) != "none";
  warn_of_unseen_motion(lmp, std::string("Fix ") + style + " " + id, rubs && !has_pairs, false,
                        unseen_motion_);
}

// With the KOKKOS package, LAMMPS copies these per-atom arrays from a device, and those that change back to it.
void FixWallGranular::choose_arrays()
{
  datamask_read = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | RADIUS_MASK | RMASS_MASK | MASK_MASK;
  datamask_modify = F_MASK | TORQUE_MASK;
  if (wall_.shape->reads_variables() || !wall_.temperature_variable.empty() || !wall_.load_variable.empty())
    datamask_read = ALL_MASK;
}

// Name in messages.
std::string FixWallGranular::command() const
{
  return std::string("fix ") + style;
}

// Names the wall and the meaning of its history, so that springs of another kind are never read as these.
std::string FixWallGranular::history_signature() const
{
  std::string text = wall_.style + " " + wall_.region + ";";
  for (const Axis axis : {TANGENTIAL, ROLLING, TWISTING}) text += history_meaning(axis, wall_.models) + "|";
  return text;
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
  require_sphere_atoms(lmp, command(), heat_);
  check_box();
  announce_styles(lmp);
  ledger_ = find_ledger(lmp);
  examine_box_motion();
  wall_.shape->init();
  set_laws(wall_laws(lmp, command(), wall_.models, wall_.material));
  if (!kokkosable) choose_arrays();
  instruction_set_ = &instruction_set(lmp);
  set_clock(time());
  clock_dt_ = update->dt;
  fix_rigid_ = find_rigid_fix(lmp, command());

  temperature_variable_ = find_variable(wall_.temperature_variable, "temperature");
  load_variable_ = find_variable(wall_.load_variable, "load");

  warn_of_restart();
  warn_of_seams();
}

// Once for each two walls of meshes that act on the same particles, at their first positions.
void FixWallGranular::warn_of_seams()
{
  if (seams_known_ || !wall_.shape->mesh()) return;
  seams_known_ = true;
  for (Fix *fix : modify->get_fix_list()) {
    auto *other = dynamic_cast<FixWallGranular *>(fix);
    if (!other || other == this || !other->seams_known_) continue;
    if (igroup != other->igroup && igroup != 0 && other->igroup != 0) continue;
    const int edges = seams(*wall_.shape, *other->wall_.shape) + seams(*other->wall_.shape, *wall_.shape);
    if (edges > 0 && comm->me == 0)
      error->warning(
          FLERR,
          "The meshes of {} {} and {} continue each other at {} edges: a particle there has a contact "
          "with each of them. In one file they are one surface",
          command(), other->id, id, edges);
  }
}

// -1 if there is no name.
int FixWallGranular::find_variable(const std::string &name, const char *keyword) const
{
  if (name.empty()) return -1;
  const int variable = input->variable->find(name.c_str());
  if (variable < 0)
    error->all(FLERR, "Variable {} for {} keyword {} does not exist", name, command(), keyword);
  if (!input->variable->equalstyle(variable))
    error->all(FLERR, "Variable {} for {} keyword {} must be of style equal", name, command(), keyword);
  return variable;
}

double FixWallGranular::time() const
{
  return clock_ + static_cast<double>(update->ntimestep - clock_step_) * clock_dt_;
}

void FixWallGranular::set_clock(double time)
{
  clock_ = time;
  clock_step_ = update->ntimestep;
}

void FixWallGranular::reset_dt()
{
  set_clock(time());
  clock_dt_ = update->dt;
}

// The wall counts as flat and at rest.
void FixWallGranular::check_time_step()
{
  sync_host();
  if (!step_check_) step_check_ = std::make_unique<TimeStepCheck>(lmp, fmt::format("{} {}", command(), id));
  step_check_->begin(update->dt);
  constexpr double held = std::numeric_limits<double>::infinity();
  const std::vector<LightestSphere> lightest = lightest_spheres(lmp, groupbit, 0);
  for (std::size_t type = 1; type < lightest.size(); ++type) {
    const LightestSphere &sphere = lightest[type];
    if (sphere.present)
      step_check_->consider(
          law_of(static_cast<int>(type)).law, {sphere.radius, 0.0, sphere.mass, sphere.speed, true},
          {contact::ball_inertia(sphere.mass, sphere.radius), held}, static_cast<int>(type));
  }
  step_check_->report();
  if (wall_.load) check_fall(lightest);
}

void FixWallGranular::setup(int vflag)
{
  if (contact::uses_means(laws_.front().law)) warn_of_discs(lmp, command());
  check_time_step();
  if (auto *respa = dynamic_cast<Respa *>(update->integrate)) {
    const int level = respa->nlevels - 1;
    respa->copy_flevel_f(level);
    post_force(vflag);
    respa->copy_f_flevel(level);
  } else {
    post_force(vflag);
  }
}

void FixWallGranular::post_force_respa(int vflag, int level, int /*loop*/)
{
  if (level == dynamic_cast<Respa *>(update->integrate)->nlevels - 1) post_force(vflag);
}

}    // namespace granular_srt
