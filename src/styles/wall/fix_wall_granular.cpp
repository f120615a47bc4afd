#include "fix_wall_granular.h"

#include "contact_names.h"

#include "styles/announcement.h"
#include "styles/contact_requirements.h"
#include "styles/lightest_spheres.h"
#include "styles/style_entry.h"
#include "simd/set_for.h"

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

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::load_vector;
  using contact::store_vector;
  using contact::Vec3;

  void add(double *a, const Vec3<double> &b)
  {
    store_vector(a, load_vector(a) + b);
  }

  // Contacts are evaluated this many at a time, few enough to stay in the processor's cache.
  constexpr std::size_t enough_to_evaluate = 64;

  // columns of the per-atom output
  constexpr int COUNT = 0, FORCE = 1, POINT = 4, RADIUS = 7, TORQUE = 8, HEAT_FLOW = 11, DIAGNOSTICS = 12;

}    // namespace

FixWallGranular::FixWallGranular(LAMMPS *lmp, int narg, char **arg) :
    FixWallGranular(lmp, narg, arg, parse_wall_arguments(lmp, arg[2], narg - 3, arg + 3))
{
}

FixWallGranular::FixWallGranular(LAMMPS *lmp, int narg, char **arg, WallArguments &&wall) :
    Fix(lmp, narg, arg), wall_{std::move(wall)}, near_{lmp}
{
  require_sphere_atoms(lmp, command(), false);    // a later fix may still add temperatures
  check_box();
  law_ = build_contact(wall_.models, wall_.models, false);
  compiled_law_ = compiled_law(law_);
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
    size_peratom_cols = DIAGNOSTICS + static_cast<int>(diagnostics_of(wall_.models).size());
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

void FixWallGranular::check_box() const
{
  const int periodic[3] = {domain->xperiodic, domain->yperiodic, domain->zperiodic};
  for (int axis = 0; axis < 3; ++axis)
    if (periodic[axis] && wall_.periodic_forbidden & 1 << axis)
      error->all(FLERR, "Cannot use {} {} in a box that is periodic in {}: use the command boundary",
                 command(), wall_.style, "xyz"[axis]);
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

// Names the wall and what its contacts remember, so that springs of another kind are never read as these.
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
  ledger_ = find_ledger(lmp, command(), keeps_ledger());
  wall_.shape->init();
  if (!kokkosable) choose_arrays();
  instruction_set_ = &instruction_set(lmp);
  set_clock(time());
  clock_dt_ = update->dt;
  fix_rigid_ = find_rigid_fix(lmp, command());

  temperature_variable_ = find_variable(wall_.temperature_variable, "temperature");
  load_variable_ = find_variable(wall_.load_variable, "load");

  int lost = 0;
  MPI_Allreduce(&lost_springs_, &lost, 1, MPI_INT, MPI_SUM, world);
  if ((lost > 0 || other_springs_) && comm->me == 0)
    error->warning(FLERR,
                   "The wall or the contact models of {} {} are not those of the restart file: its contact "
                   "history starts from zero",
                   command(), id);
  lost_springs_ = 0;
  other_springs_ = false;
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
  step_check_->begin();
  constexpr double held = std::numeric_limits<double>::infinity();
  const std::vector<LightestSphere> lightest = lightest_spheres(lmp, groupbit, 0);
  for (std::size_t type = 1; type < lightest.size(); ++type) {
    const LightestSphere &sphere = lightest[type];
    if (sphere.present)
      step_check_->consider(law_, {sphere.radius, 0.0, sphere.mass, sphere.speed, true},
                            {contact::ball_inertia(sphere.mass, sphere.radius), held},
                            fmt::format("wall and type {}", type));
  }
  step_check_->report();
}

void FixWallGranular::setup(int vflag)
{
  if (contact::uses_means(law_)) warn_of_discs(lmp, command());
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

void FixWallGranular::begin_step(int vflag)
{
  v_init(vflag);
  std::fill_n(totals_, n_totals, 0.0);
  summed_ = false;
  wall_.shape->move_to(time());
  if (!load_) return;
  load_->begin(update->ntimestep, update->dt);
  wall_.shape->add_load_motion(load_->displacement(), load_->velocity());
  load_sum_ = 0.0;
}

// The velocity of a wall under load in the next step.
void FixWallGranular::advance_load()
{
  double external = wall_.load_force, contacts = 0.0;
  if (load_variable_ >= 0) {
    modify->clearstep_compute();
    external = input->variable->compute_equal(load_variable_);
    modify->addstep_compute(update->ntimestep + 1);
  }
  MPI_Allreduce(&load_sum_, &contacts, 1, MPI_DOUBLE, MPI_SUM, world);
  load_->end(external, contacts, update->dt);
}

void FixWallGranular::post_force(int vflag)
{
  double wall_temperature = wall_.temperature.value_or(0.0);
  if (temperature_variable_ >= 0) {
    modify->clearstep_compute();
    wall_temperature = input->variable->compute_equal(temperature_variable_);
    modify->addstep_compute(update->ntimestep + 1);
  }
  begin_step(vflag);
  update_near_particles();
  find_body_masses(near_.particles());
  const WallLoop loop = wall_loop(wall_temperature);
  const auto kept = ledger_.lock();
  ContactLedger *const ledger = kept && kept->open() && update->whichflag == 1 ? kept.get() : nullptr;
  places_.clear();
  touches_.clear();
  for (std::size_t n = 0; n < near_.particles().size(); ++n) {
    const int i = near_.particles()[n];
    if (wall_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
    const std::size_t first = places_.size();
    if ((atom->mask[i] & groupbit) && near_.may_touch(n, atom->x[i])) find_contacts(n, i);
    if (remembers_) {
      parts_.clear();
      for (std::size_t k = first; k < places_.size(); ++k) parts_.push_back(places_[k].part);
      if (ledger) end_in_ledger(loop, *ledger, i);
      history_.set_contacts(i, parts_.data(), static_cast<int>(parts_.size()));
      if (wall_.shape->turn_cosine())
        remember_normals(history_, i, layout_.size, places_.data() + first, static_cast<int>(parts_.size()));
    }
    if (places_.size() == first) continue;
    for (std::size_t k = first; k < places_.size(); ++k) {
      check_curvature(atom->radius[i], places_[k].curvature);
      touches_.push_back({i, layout_.size > 0 ? history_.values(i, places_[k].part) : nullptr});
    }
    if (places_.size() >= enough_to_evaluate) apply_contacts(loop, ledger);
  }
  apply_contacts(loop, ledger);
  if (load_) advance_load();
  if (faces_ && update->setupflag == 0) faces_->count_step();
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

void FixWallGranular::update_near_particles()
{
  const auto reach = [this](double radius) { return law_.reach_at_wall(radius); };
  if (!near_.update(*wall_.shape, reach, neighbor->skin)) return;
  // The other particles do not touch the wall.
  auto next = near_.particles().begin();
  for (int i = 0; i < near_.all(); ++i) {
    if (next != near_.particles().end() && *next == i) {
      ++next;
    } else {
      if (remembers_) history_.clear(i);
      if (wall_.contacts) std::fill_n(array_atom[i], size_peratom_cols, 0.0);
    }
  }
}

WallLoop FixWallGranular::wall_loop(double wall_temperature) const
{
  WallLoop loop{layout_, {update->dt, update->setupflag == 0}, {}, wall_temperature};
  ParticleArrays &particles = loop.particles;
  particles.count = atom->nlocal;
  particles.v = atom->v[0];
  particles.omega = atom->omega[0];
  particles.radius = atom->radius;
  particles.mass = atom->rmass;
  particles.body_mass = body_mass_.empty() ? nullptr : body_mass_.data();
  particles.temperature = heat_ ? atom->temperature : nullptr;
  return loop;
}

void FixWallGranular::find_body_masses(const std::vector<int> &particles)
{
  body_mass_.clear();
  if (!fix_rigid_) return;
  int dimension;
  const auto *body = static_cast<int *>(fix_rigid_->extract("body", dimension));
  const auto *mass = static_cast<double *>(fix_rigid_->extract("masstotal", dimension));
  if (!body || !mass) return;
  body_mass_.resize(atom->nlocal);
  for (const int i : particles) body_mass_[i] = body[i] >= 0 ? mass[body[i]] : 0.0;
}

// Appends the contacts of a particle, number n of the list of near particles, with the wall.
void FixWallGranular::find_contacts(std::size_t n, int i)
{
  const double radius = atom->radius[i];
  const auto first = static_cast<std::ptrdiff_t>(places_.size());
  wall_.shape->find_listed(n, load_vector(atom->x[i]), law_.reach_at_wall(radius), places_);
  if (remembers_ && wall_.shape->turn_cosine()) name_by_normals(i, places_.size() - first);
  const auto apart = [&](const WallContact &contact) {
    const bool touching = beyond_contact_ && history_.touching(i, contact.part);
    return !acts(law_.life_at_wall(contact.distance, radius, contact.curvature, touching));
  };
  places_.erase(std::remove_if(places_.begin() + first, places_.end(), apart), places_.end());
}

// Gives the last contacts of the list, those of particle i, their parts.
void FixWallGranular::name_by_normals(int i, std::size_t count)
{
  if (count > static_cast<std::size_t>(wall_.shape->most_contacts()))
    error->one(FLERR, "Particle {} touches the mesh of {} {} in more than {} places", atom->tag[i], command(),
               id, wall_.shape->most_contacts());
  name_contacts(history_, i, layout_.size, *wall_.shape->turn_cosine(),
                places_.data() + places_.size() - count, static_cast<int>(count));
}

void FixWallGranular::check_curvature(double radius, double curvature) const
{
  if (radius * curvature <= -1.0)
    error->one(
        FLERR,
        "A particle of radius {} touches a wall of {} {} that is hollow with a smaller radius, {}: its "
        "effective radius has no meaning",
        radius, command(), id, -1.0 / curvature);
}

// Evaluates the contacts found so far. All contacts of a particle are among them.
void FixWallGranular::apply_contacts(const WallLoop &loop, ContactLedger *ledger)
{
  const std::size_t count = touches_.size();
  if (count == 0) return;
  if (ledger) enter_in_ledger(loop, *ledger);
  if (loads_.size() < count) loads_.resize(count);
  set_for(static_cast<int>(count), *instruction_set_)
      .evaluate_wall[compiled_law_.index](compiled_law_.law.get(), touches_.data(), places_.data(),
                                          static_cast<int>(count), loop, loads_.data());

  double largest_normal_force = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const int i = touches_[k].i;
    const WallLoads &loads = loads_[k];
    const Vec3<double> x = load_vector(atom->x[i]), &separation = places_[k].separation;
    add(atom->f[i], loads.force);
    add(atom->torque[i], loads.torque);
    if (heat_) atom->heatflow[i] += loads.heat;

    totals_[0] += 1.0;
    add(totals_ + 1, -loads.force);
    add(totals_ + 4, -(cross(x - wall_.origin, loads.force) + loads.torque));
    totals_[7] -= loads.heat;
    if (load_) load_sum_ -= dot(loads.force, wall_.shape->load_direction(places_[k]));
    if (faces_ && update->setupflag == 0) add_to_face(static_cast<int>(k), loop);

    if (vflag_either) {
      auto virial = contact::virial_of(loads.force, separation);
      v_tally(i, virial.value);
    }

    if (wall_.contacts) {
      double *row = array_atom[i];
      row[COUNT] += 1.0;
      add(row + FORCE, loads.force);
      row[RADIUS] = atom->radius[i];
      add(row + TORQUE, loads.torque);
      row[HEAT_FLOW] += loads.heat;
      const bool first = row[COUNT] == 1.0;
      if (first || std::fabs(loads.normal_force) > largest_normal_force) {
        largest_normal_force = std::fabs(loads.normal_force);
        store_vector(row + POINT, x - separation);
        const auto only = [](int) { return 0; };
        const detail::WallLanes<double, decltype(only)> contact{loop, &touches_[k], &places_[k], only};
        law_.diagnose(contact.geometry(), contact.motion(), {loop.step.dt, false}, layout_,
                      touches_[k].history, row + DIAGNOSTICS);
      }
    }
  }
  places_.clear();
  touches_.clear();
}

// The loads of contact k on the triangle that it touches.
void FixWallGranular::add_to_face(int k, const WallLoop &loop)
{
  const int i = touches_[k].i;
  const WallContact &place = places_[k];
  const WallLoads &loads = loads_[k];
  const Vec3<double> normal = (1.0 / place.distance) * place.separation;
  const Vec3<double> v = load_vector(atom->v[i]) - place.velocity;
  const double v_n = dot(v, normal);
  const Vec3<double> slip = v - v_n * normal - cross(atom->radius[i] * load_vector(atom->omega[i]), normal);
  const Vec3<double> friction = loads.force - loads.normal_force * normal;
  const double dt = loop.step.dt;
  faces_->add(place.triangle,
              {-loads.force, -(cross(load_vector(atom->x[i]) - wall_.origin, loads.force) + loads.torque),
               -dot(friction, slip) * dt, std::fabs(loads.normal_force) * length(slip) * dt,
               v_n < 0.0 ? -loads.normal_force * v_n * dt : 0.0});
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
  return rows * size_peratom_cols * sizeof(double) + stored_history().bytes() + near_.bytes();
}

}    // namespace granular_srt
