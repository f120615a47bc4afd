#include "fix_energy_ledger.h"
#include "compute_granular_energy.h"
#include "fix_heat_dissipation.h"

#include "box/movers.h"
#include "checks/box_motion.h"
#include "host/style_table.h"

#include "atom.h"
#include "atom_masks.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "fix_gravity.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr std::uint32_t mark = 0x4744454c;    // "LEDG"

  // Before the sums in restart files.
  struct Head {
    std::uint32_t mark, format;
    std::int32_t doubles, begun;
  };

  // Whether a fix adds forces that are neither weight nor a contact's. Fixes that hold particles have no power.
  bool pushes(const Fix *fix, int mask)
  {
    const bool contacts =
        is_ours(fix) && !utils::strmatch(fix->style, "^rigid");    // rigid bodies have langevin
    return (mask & FixConst::POST_FORCE) && !contacts &&
        !utils::strmatch(fix->style, "^(freeze|enforce2d)") && !dynamic_cast<const FixGravity *>(fix);
  }

}    // namespace

std::shared_ptr<ContactLedger> find_ledger(LAMMPS *lmp)
{
  for (const Fix *fix : lmp->modify->get_fix_list()) {
    const auto *keeper = dynamic_cast<const FixEnergyLedger *>(fix);
    if (!keeper) continue;
    keeper->ledger()->announce();
    return keeper->ledger();
  }
  return nullptr;
}

FixEnergyLedger::FixEnergyLedger(LAMMPS *lammps, int narg, char **arg) :
    Fix(lammps, narg, arg), bodies_{std::make_unique<BodySums>(lammps)}
{
  nevery = 1;
  restart_global = 1;
  comm_forward = 3;
  comm_reverse = 6;
  datamask_modify = EMPTY_MASK;
}

int FixEnergyLedger::setmask()
{
  using namespace FixConst;
  return POST_INTEGRATE | PRE_EXCHANGE | PRE_NEIGHBOR | PRE_FORCE | PRE_REVERSE | POST_FORCE |
      FINAL_INTEGRATE | END_OF_STEP;
}

void FixEnergyLedger::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR,
               "Computes granular/* and fix heat/dissipation cannot be used with run_style {}: use run_style "
               "verlet",
               update->integrate_style);
  keeps_sums_ = !modify->get_compute_by_style("^granular/energy$").empty();
  ledger_->heat_at_walls.reset();
  for (const Fix *fix : modify->get_fix_list())
    if (const auto *heat = dynamic_cast<const FixHeatDissipation *>(fix))
      ledger_->heat_at_walls = heat->part_at_walls();
  // with the KOKKOS package, LAMMPS copies these arrays from a device
  if (!kokkosable)
    datamask_read = keeps_sums_
        ? X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | RMASS_MASK | RADIUS_MASK | MASK_MASK
        : EMPTY_MASK;
  bodies_->init();
  const auto &fixes = modify->get_fix_list();
  rigid_bodies_ = std::any_of(fixes.begin(), fixes.end(), [](const Fix *fix) { return fix->rigid_flag; });
  const std::string unknown = keeps_sums_ ? fixes_with_unknown_work(lmp, rigid_bodies_) : "";
  if (std::exchange(warned_, unknown) != unknown && !unknown.empty() && comm->me == 0)
    error->warning(FLERR,
                   "Compute granular/energy: the work of the box by {} is not known, because not all "
                   "particles move with "
                   "it as in fix nph/sphere and fix deform; it is part of entries 30 and 31",
                   unknown);
}

// The plugin's other fixes change no velocities when particles are exchanged.
void FixEnergyLedger::find_place_among_fixes()
{
  bool before = true;
  is_first_before_exchange_ = is_last_of_forces_ = true;
  others_push_ = particles_grow_ = false;
  for (int k = 0; k < modify->nfix; ++k) {
    const Fix *fix = modify->fix[k];
    if (fix == this) {
      before = false;
      continue;
    }
    const bool own = is_ours(fix);
    if (before && !own && modify->fmask[k] & FixConst::PRE_EXCHANGE) is_first_before_exchange_ = false;
    if (!before && modify->fmask[k] & FixConst::POST_FORCE) is_last_of_forces_ = false;
    if (pushes(fix, modify->fmask[k])) others_push_ = true;
    if (fix->diam_flag) particles_grow_ = true;
  }
  ledger_->on_wall_loads = [this](double sign, bool on_host) {
    if (others_push_ && update->setupflag == 0) bodies_->add_loads(sign, on_host);
  };
}

// Whether a compute will ask for single contacts, or for those with their accounts, in this step.
bool FixEnergyLedger::wants_contacts(bool with_accounts) const
{
  const auto &computes = modify->get_compute_list();
  return std::any_of(computes.begin(), computes.end(), [&](Compute *compute) {
    const auto *one = dynamic_cast<const LedgerCompute *>(compute);
    return one && (!with_accounts || one->needs_accounts()) && compute->matchstep(update->ntimestep);
  });
}

/* ---- before the forces ---- */

// Arrays of the last run may be left, after an error or if its compute is gone.
void FixEnergyLedger::setup_pre_neighbor()
{
  ledger_->begin(true);
  ledger_->set_image_velocity(nullptr);
  ledger_->set_radius_before(nullptr);
}

void FixEnergyLedger::setup_pre_force(int vflag)
{
  contacts_step_ = update->ntimestep;
  atoms_.clear();
  setup_waits_ = keeps_sums_;
  pre_force(vflag);
}

// LAMMPS adds to the velocities of images in a sheared box. Owners send the sum, because ghosts have ghosts.
void FixEnergyLedger::pre_force(int /*vflag*/)
{
  if (!keeps_sums_) return;
  rate_of_forces_ = rate_of_box_movers(lmp);
  deleted_contacts_.expect(!kokkosable);
  if (deleted_contacts_.expected()) ledger_->contacts.want_those_of(deleted_contacts_.leaving());
  ledger_->set_image_velocity(nullptr);
  if (!domain->deform_vremap) return;
  sync_host(MASK_MASK);
  image_velocity_.assign(3 * (static_cast<std::size_t>(atom->nlocal) + atom->nghost), 0.0);
  comm->forward_comm(this);
  ledger_->set_image_velocity(image_velocity_.data());
}

int FixEnergyLedger::pack_forward_comm(int n, int *list, double *buffer, int pbc_flag, int *pbc)
{
  double shift[3] = {};
  if (pbc_flag) {
    const double *rate = domain->h_rate;
    shift[0] = pbc[0] * rate[0] + pbc[5] * rate[5] + pbc[4] * rate[4];
    shift[1] = pbc[1] * rate[1] + pbc[3] * rate[3];
    shift[2] = pbc[2] * rate[2];
  }
  int m = 0;
  for (int k = 0; k < n; ++k)
    for (int axis = 0; axis < 3; ++axis) {
      const bool moves = (atom->mask[list[k]] & domain->deform_groupbit) != 0;
      buffer[m++] = image_velocity_[3 * std::ptrdiff_t{list[k]} + axis] + (moves ? shift[axis] : 0.0);
    }
  return m;
}

void FixEnergyLedger::unpack_forward_comm(int n, int first, double *buffer)
{
  std::copy_n(buffer, 3 * n, image_velocity_.begin() + 3 * std::ptrdiff_t{first});
}

/* ---- loads of contacts ---- */

// All that acts on the particles before the first fix adds a force. Walls add their loads later.
void FixEnergyLedger::pre_reverse(int /*eflag*/, int /*vflag*/)
{
  if (!others_push_) return;
  bodies_->keep_loads();
  if (bodies_->has_loads_of_ghosts()) comm->reverse_comm(this);
}

int FixEnergyLedger::pack_reverse_comm(int n, int first, double *buffer)
{
  bodies_->pack_loads(first, n, buffer);
  return comm_reverse * n;
}

void FixEnergyLedger::unpack_reverse_comm(int n, int *list, double *buffer)
{
  bodies_->add_packed_loads(n, list, buffer);
}

/* ---- time step ---- */

FixEnergyLedger::ForcePower FixEnergyLedger::power_of_forces(bool kept) const
{
  const double all = bodies_->power_of_forces(kept), gravity = bodies_->power_of_gravity(kept);
  const RigidPower rigid = rigid_.power(kept);
  return {all + rigid.of_weight + rigid.of_thermostat, gravity + rigid.of_weight,
          others_push_ && !setup_waits_ ? bodies_->power_of_kept_loads(kept) : all - gravity};
}

KineticEnergy FixEnergyLedger::kinetic() const
{
  KineticEnergy sum = bodies_->kinetic();
  if (!rigid_bodies_) return sum;
  sync_host(V_MASK | OMEGA_MASK | RMASS_MASK | RADIUS_MASK);
  const KineticEnergy more = rigid_.kinetic_beyond_particles(bodies_->inertia());
  sum.translation += more.translation;
  sum.rotation += more.rotation;
  return sum;
}

void FixEnergyLedger::keep_velocities()
{
  bodies_->keep_velocities();
  rigid_.keep_velocities();
}

// At the end of the step. The contacts have taken the rate of mid-step.
FixEnergyLedger::BoxPower FixEnergyLedger::power_of_box() const
{
  const barostat::Voigt rate = rate_of_box_movers(lmp);
  const auto &of_forces = ledger_->virial();
  const auto change = [&](int k) { return rate[k] - rate_of_forces_[k]; };
  using namespace barostat;
  constexpr int place[] = {xx, yy, zz, xy, xz, yz};
  BoxPower power{bodies_->power_of_box(false), 0.0};
  for (int k = 0; k < 6; ++k) power.of_rate_change -= change(place[k]) * of_forces[k];
  return power;
}

// At the end of the step. What forces do beyond contacts and weight is the work of other forces, with the velocities of
// the full step.
LedgerPower FixEnergyLedger::powers(const ForcePower &mid, const ForcePower &full, const BoxPower &box) const
{
  LedgerPower power{};
  double on_bodies = 0.0;
  for (const ContactKind kind : {between_particles, at_walls}) {
    power.of_contacts[kind] = ledger_->power(kind);
    on_bodies += ledger_->power(kind) - ledger_->carried(kind);
  }
  power.of_box = box.on_velocities + box.of_rate_change - ledger_->carried(between_particles) -
      ledger_->carried_by_box();
  power.of_walls = ledger_->carried_by_box() - ledger_->carried(at_walls);
  power.of_gravity = full.of_gravity;
  power.of_other_forces = mid.of_all - mid.of_gravity - on_bodies + (full.rest() - mid.rest());
  power.beyond_mid_step = full.of_contacts - mid.of_contacts - box.of_rate_change;
  return power;
}

// Other fixes may still add their forces. Velocities stay as they are until the first step.
void FixEnergyLedger::setup(int /*vflag*/)
{
  if (keeps_sums_) find_place_among_fixes();
  ledger_->delete_stale();
  if (keeps_sums_) take_setup();
}

void FixEnergyLedger::take_setup()
{
  kinetic_ = kinetic();
  keep_velocities();
  box_at_setup_ = bodies_->power_of_box(false);
}

// What commands have changed since the last step is energy that they have added.
void FixEnergyLedger::add_setup()
{
  LedgerState &state = ledger_->state;
  const ForcePower full = power_of_forces(true);
  state.present = powers(full, full, {box_at_setup_, 0.0});
  LedgerStored now{};
  now.kinetic = kinetic_;
  ledger_->take_stored(now, true);
  now.half_step = state.stored.half_step;
  if (begun_) {
    state.changes.added += now.total() - state.stored.total();
    double *const reference = doubles_of(state.reference);
    for (int k = 0; k < doubles_in_sums<LedgerStored>; ++k)
      reference[k] += doubles_of(now)[k] - doubles_of(state.stored)[k];
  } else {
    state.reference = now;
  }
  state.stored = now;
}

void FixEnergyLedger::finish_setup()
{
  if (!setup_waits_) return;
  ledger_->close();
  add_setup();
  setup_waits_ = false;
  half_step_waits_ = begun_ = true;
  begin_computes();
}

// The sums of computes that have none yet begin here.
void FixEnergyLedger::begin_computes()
{
  std::vector<FixLedgerOrigin *> begin;
  for (Fix *fix : modify->get_fix_list())
    if (auto *origin = dynamic_cast<FixLedgerOrigin *>(fix); origin && !origin->known())
      begin.push_back(origin);
  if (begin.empty()) return;
  const LedgerEntries now = ledger_entries(sum_over_ranks());
  for (FixLedgerOrigin *origin : begin) origin->set(now);
}

// The contacts of this step begin, if it has any.
void FixEnergyLedger::begin_step()
{
  const bool each = wants_contacts(false), each_step = keeps_sums_ || ledger_->heat_at_walls;
  atoms_.clear();
  contacts_step_ = each ? update->ntimestep : -1;    // a later step may have the same number
  if (each || each_step)
    ledger_->begin(each, each_step || wants_contacts(true));
  else
    ledger_->close();
}

void FixEnergyLedger::post_integrate()
{
  if (!keeps_sums_) return begin_step();
  finish_setup();
  step_waits_ = kinetic_waits_ = false;
  dt_ = update->dt;
  // the first half of the step has changed the velocities of those that move; of bodies, by their rotation too
  if (half_step_waits_ && !rigid_bodies_)
    set_half_step(bodies_->power_of_forces(false) - bodies_->power_of_forces(true));
  if (!is_first_before_exchange_ || particles_grow_) kinetic_ = kinetic();
  take_radii();
  if (deleted_contacts_.expected()) sync_host(TAG_MASK);
  deleted_contacts_.remember(ledger_->contacts.all());
  begin_step();
}

// Kinetic energy has changed although no force has acted.
void FixEnergyLedger::add_kinetic(const KineticEnergy &now)
{
  const double translation = now.translation - kinetic_.translation,
               rotation = now.rotation - kinetic_.rotation;
  LedgerState &state = ledger_->state;
  state.changes.added += translation + rotation;
  state.reference.kinetic.translation += translation;
  state.reference.kinetic.rotation += rotation;
}

// Those of this step, if no fix changed them.
void FixEnergyLedger::take_radii()
{
  ledger_->set_radius_before(nullptr);
  if (!particles_grow_) return;
  sync_host(RADIUS_MASK);
  radius_before_.assign(atom->radius, atom->radius + atom->nlocal + atom->nghost);
  ledger_->set_radius_before(radius_before_.data());
}

void FixEnergyLedger::pre_exchange()
{
  if (!keeps_sums_) return;
  if (deleted_contacts_.compares()) sync_host(TAG_MASK);
  deleted_contacts_.remember_before_exchange();
  if (is_first_before_exchange_) kinetic_ = kinetic();
}

void FixEnergyLedger::pre_neighbor()
{
  if (!keeps_sums_) return;
  if (deleted_contacts_.compares()) sync_host(TAG_MASK);
  const ContactEnergies deleted = deleted_contacts_.take_energies();
  for (const ContactKind kind : {between_particles, at_walls})
    for (int mode = 0; mode < contact::n_modes; ++mode)
      ledger_->add_without_motion(kind, mode, -deleted[kind][mode]);
  take_radii();
  const KineticEnergy now = kinetic();
  if (domain->deform_vremap) {    // which does not change spins
    ledger_->state.changes.by_box += now.translation - kinetic_.translation;
    kinetic_.translation = now.translation;
  }
  add_kinetic(now);
  kinetic_ = now;
}

// Velocities are those of mid-step. If other fixes follow, their forces are not there yet.
void FixEnergyLedger::post_force(int /*vflag*/)
{
  if (!keeps_sums_ || update->setupflag) return;    // a replay
  ledger_->set_radius_before(nullptr);
  if (particles_grow_) add_kinetic(kinetic());
  if (is_last_of_forces_)
    mid_ = power_of_forces(false);
  else
    keep_velocities();
}

void FixEnergyLedger::end_of_step()
{
  ledger_->close();
  if (!keeps_sums_) return;
  finish_setup();    // rerun does no step
  add_step();
  if (particles_grow_) finish_step();
}

void FixEnergyLedger::add_step()
{
  if (!step_waits_) return;
  step_waits_ = false;
  LedgerState &state = ledger_->state;
  if (!is_last_of_forces_) mid_ = power_of_forces(true);
  const ForcePower full = power_of_forces(false);
  LedgerPower now = powers(mid_, full, power_of_box());
  double *const work = doubles_of(state.work);
  for (int k = 0; k < doubles_in_sums<LedgerPower>; ++k)
    work[k] += 0.5 * dt_ * (doubles_of(state.present)[k] + doubles_of(now)[k]);
  state.present = now;
  ledger_->add_losses(dt_);
  ledger_->take_stored(state.stored, false);
  set_half_step(full.of_all - mid_.of_all);
  kinetic_waits_ = true;
}

// dt^2 f^2/8m, from the change of the power of the forces with the velocities, in the half step in which these forces act.
void FixEnergyLedger::set_half_step(double change)
{
  LedgerState &state = ledger_->state;
  const double before = state.stored.half_step;
  state.stored.half_step = 0.25 * dt_ * change;
  if (half_step_waits_) state.changes.at_ends += state.stored.half_step - before;
  half_step_waits_ = false;
}

// The kinetic energy at the end of a step is taken when somebody asks for it: other fixes may still change it.
void FixEnergyLedger::finish_step()
{
  finish_setup();
  add_step();
  if (kinetic_waits_) ledger_->state.stored.kinetic = kinetic();
}

void FixEnergyLedger::post_run()
{
  if (particles_grow_)
    kinetic_waits_ = false;    // taken at the end of the step: fix adapt may have reset the particles
  finish_step();
  kinetic_waits_ = false;
  ledger_->forget_announced();    // each snapshot of rerun has a setup
  ledger_->expect();              // run ... pre no has no other sign of its first forces
  sync_host(TAG_MASK);
  if (atom->tag) atoms_.assign(atom->tag, atom->tag + atom->nlocal + atom->nghost);
}

/* ---- output and restart ---- */

void FixEnergyLedger::stop_in_minimization(const char *compute_style) const
{
  if (update->whichflag == 2) error->all(FLERR, "Compute {} cannot be used in a minimization", compute_style);
}

const StepContacts &FixEnergyLedger::contacts(const char *compute_style) const
{
  stop_in_minimization(compute_style);
  if (contacts_step_ != update->ntimestep)
    error->all(
        FLERR,
        "Compute {} was not tallied on needed timestep {}: it is computed in steps that thermo, a dump "
        "or a fix has announced, from the first run with a setup on. Use run 0, or run without pre no",
        compute_style, update->ntimestep);
  if (!atoms_.empty() && atom->tag &&
      !std::equal(atoms_.begin(), atoms_.end(), atom->tag, atom->tag + atom->nlocal + atom->nghost))
    error->one(
        FLERR,
        "Compute {}: a command since the last step, such as delete_atoms or write_restart, has changed "
        "the atoms or ghosts of a rank: use run 0",
        compute_style);
  if (update->setupflag) ledger_->delete_stale();
  return ledger_->contacts;
}

LedgerState FixEnergyLedger::sum_over_ranks() const
{
  LedgerState sum{};
  MPI_Allreduce(doubles_of(ledger_->state), doubles_of(sum), doubles_in_sums<LedgerState>, MPI_DOUBLE,
                MPI_SUM, world);
  return sum;
}

// In a set-up, other fixes may still add contacts and forces: the sums wait for the first step.
LedgerEntries FixEnergyLedger::entries()
{
  stop_in_minimization("granular/energy");
  if (!setup_waits_) {
    finish_step();
    return ledger_entries(sum_over_ranks());
  }
  const LedgerState before = ledger_->state;
  take_setup();
  add_setup();
  const LedgerEntries now = ledger_entries(sum_over_ranks());
  ledger_->state = before;
  return now;
}

void FixEnergyLedger::write_restart(FILE *fp)
{
  finish_step();
  const LedgerState sum = sum_over_ranks();
  if (comm->me != 0) return;
  const Head head{mark, LedgerState::format, doubles_in_sums<LedgerState>, begun_};
  const int size = static_cast<int>(sizeof(head) + sizeof(sum));
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&head, sizeof(head), 1, fp);
  fwrite(&sum, sizeof(sum), 1, fp);
}

void FixEnergyLedger::restart(char *buffer)
{
  Head head;
  std::memcpy(&head, buffer, sizeof(head));
  if (head.mark != mark || head.format != LedgerState::format ||
      head.doubles != doubles_in_sums<LedgerState>) {
    if (comm->me == 0)
      error->warning(
          FLERR,
          "The sums of compute granular/energy in the restart file have another format than those of "
          "this version of the plugin: they begin from zero");
    return;
  }
  begun_ = head.begun != 0;
  if (comm->me == 0) std::memcpy(doubles_of(ledger_->state), buffer + sizeof(head), sizeof(LedgerState));
}

RestartState FixEnergyLedger::restart_state() const
{
  LedgerState state = ledger_->state;
  if (kinetic_waits_) state.stored.kinetic = kinetic();
  const double *const doubles = doubles_of(state);
  return {{half_step_waits_ ? 1.0 : 0.0},
          std::vector<double>(doubles, doubles + doubles_in_sums<LedgerState>)};
}

// restart() has refused the sums of another version.
void FixEnergyLedger::restore(const RestartState &state)
{
  if (begun_ && state.of_rank.size() == doubles_in_sums<LedgerState> && state.common.size() == 1)
    std::copy(state.of_rank.begin(), state.of_rank.end(), doubles_of(ledger_->state));
}

void FixEnergyLedger::restore_after_replay(const RestartState &state)
{
  if (!keeps_sums_ || !begun_) return;
  restore(state);
  setup_waits_ = false;
  half_step_waits_ = state.common.size() == 1 && state.common[0] != 0.0;
  ledger_->close();
  begin_computes();
}

double FixEnergyLedger::memory_usage()
{
  return bytes_of(image_velocity_, radius_before_, atoms_) + ledger_->contacts.memory_usage() +
      bodies_->memory_usage();
}

}    // namespace granular_srt
