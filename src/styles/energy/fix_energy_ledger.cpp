#include "fix_energy_ledger.h"

#include "styles/box_motion.h"
#include "styles/box_mover.h"
#include "styles/moves_discs.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix_gravity.h"
#include "force.h"
#include "modify.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // Access to the acceleration of fix gravity.
  struct Gravity : FixGravity {
    static contact::Vec3<double> acceleration(const FixGravity *fix)
    {
      if (fix->*(&Gravity::disable)) return {0.0, 0.0, 0.0};
      return {fix->*(&Gravity::xacc), fix->*(&Gravity::yacc), fix->*(&Gravity::zacc)};
    }
  };

  constexpr int doubles_of_atom = sizeof(LedgerVelocity) / sizeof(double);

  double product(const double *a, const double *b)
  {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

}    // namespace

FixEnergyLedger::FixEnergyLedger(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  nevery = 1;
  restart_global = 1;
  comm_forward = doubles_of_atom;
}

int FixEnergyLedger::setmask()
{
  using namespace FixConst;
  return POST_INTEGRATE | PRE_NEIGHBOR | END_OF_STEP;
}

void FixEnergyLedger::init()
{
  if (utils::strmatch(update->integrate_style, "^respa"))
    error->all(FLERR, "Compute granular/energy cannot be used with run_style {}: use run_style verlet",
               update->integrate_style);
  inertia_ = 0.4;
  for (const Fix *fix : modify->get_fix_list())
    if (const auto *mover = dynamic_cast<const MovesDiscs *>(fix); mover && mover->moves_discs())
      inertia_ = 0.5;
}

/* ---- energies and powers that are not a contact's ---- */

void FixEnergyLedger::take_kinetic(LedgerStored &stored) const
{
  double translation = 0.0, rotation = 0.0;
  for (int i = 0; i < atom->nlocal; ++i) {
    const double m = atom->rmass[i];
    translation += m * product(atom->v[i], atom->v[i]);
    rotation += m * atom->radius[i] * atom->radius[i] * product(atom->omega[i], atom->omega[i]);
  }
  stored.half_step = 0.0;
  stored.translation = 0.5 * force->mvv2e * translation;
  stored.rotation = 0.5 * force->mvv2e * inertia_ * rotation;
}

double FixEnergyLedger::half_step(double dt) const
{
  double sum = 0.0;
  for (int i = 0; i < atom->nlocal; ++i) {
    const double m = atom->rmass[i], inertia = inertia_ * m * atom->radius[i] * atom->radius[i];
    sum += product(atom->f[i], atom->f[i]) / m;
    if (inertia > 0.0) sum += product(atom->torque[i], atom->torque[i]) / inertia;
  }
  return 0.125 * dt * dt * force->ftm2v * sum;
}

// Owners send what LAMMPS adds to the velocity of their images too.
void FixEnergyLedger::take_velocities()
{
  velocities_.resize(static_cast<std::size_t>(atom->nlocal) + atom->nghost);
  for (int i = 0; i < atom->nlocal; ++i) {
    std::copy_n(atom->v[i], 3, velocities_[i].v);
    std::copy_n(atom->omega[i], 3, velocities_[i].omega);
    std::fill_n(velocities_[i].shift, 3, 0.0);
  }
  comm->forward_comm(this);
}

int FixEnergyLedger::pack_forward_comm(int n, int *list, double *buffer, int pbc_flag, int *pbc)
{
  double shift[3] = {};
  if (pbc_flag && domain->deform_vremap) {
    const double *rate = domain->h_rate;
    shift[0] = pbc[0] * rate[0] + pbc[5] * rate[5] + pbc[4] * rate[4];
    shift[1] = pbc[1] * rate[1] + pbc[3] * rate[3];
    shift[2] = pbc[2] * rate[2];
  }
  int m = 0;
  for (int k = 0; k < n; ++k) {
    LedgerVelocity sent = velocities_[list[k]];
    if (atom->mask[list[k]] & domain->deform_groupbit)
      for (int axis = 0; axis < 3; ++axis) sent.shift[axis] += shift[axis];
    std::copy_n(doubles_of(sent), doubles_of_atom, buffer + m);
    m += doubles_of_atom;
  }
  return m;
}

void FixEnergyLedger::unpack_forward_comm(int n, int first, double *buffer)
{
  for (int i = first; i < first + n; ++i, buffer += doubles_of_atom)
    std::copy_n(buffer, doubles_of_atom, doubles_of(velocities_[i]));
}

// -m v.(D v) of all particles that a fix moves with the box.
double FixEnergyLedger::power_of_box_on_velocities() const
{
  double sum = 0.0;
  for (const Fix *fix : modify->get_fix_list()) {
    const auto *mover = dynamic_cast<const BoxMover *>(fix);
    if (!mover) continue;
    using namespace barostat;
    const Voigt d = mover->velocity_decay();
    for (int i = 0; i < atom->nlocal; ++i) {
      if (!(atom->mask[i] & fix->groupbit)) continue;
      const double *v = velocities_[i].v;
      sum -= atom->rmass[i] *
          (d[xx] * v[0] * v[0] + d[yy] * v[1] * v[1] + d[zz] * v[2] * v[2] + d[xy] * v[0] * v[1] +
           d[xz] * v[0] * v[2] + d[yz] * v[1] * v[2]);
    }
  }
  return force->mvv2e * sum;
}

double FixEnergyLedger::power_of_gravity() const
{
  double sum = 0.0;
  for (const Fix *fix : modify->get_fix_list()) {
    const auto *gravity = dynamic_cast<const FixGravity *>(fix);
    if (!gravity) continue;
    double g[3];
    contact::store_vector(g, Gravity::acceleration(gravity));
    for (int i = 0; i < atom->nlocal; ++i)
      if (atom->mask[i] & fix->groupbit) sum += atom->rmass[i] * product(g, velocities_[i].v);
  }
  return sum;
}

// Fix deform moves box and particles at the end of a step, after the forces: not yet in the first step of a run.
bool FixEnergyLedger::deform_follows_forces() const
{
  for (int k = 0; k < modify->nfix; ++k)
    if (utils::strmatch(modify->fix[k]->style, "^deform") && modify->fmask[k] & FixConst::END_OF_STEP)
      return true;
  return false;
}

// What the forces on the particles do beyond contacts and weight is the work of other forces.
LedgerPower FixEnergyLedger::powers(bool box_moves) const
{
  double of_contacts = 0.0;
  const contact::BoxRate rate = box_moves ? present_box_rate(lmp) : contact::BoxRate{};
  LedgerPower power = ledger_->powers(velocities_, rate, box_moves, of_contacts);
  power.of_box += power_of_box_on_velocities();
  power.of_gravity = power_of_gravity();
  double of_forces = 0.0;
  for (int i = 0; i < atom->nlocal; ++i)
    of_forces += product(atom->f[i], velocities_[i].v) + product(atom->torque[i], velocities_[i].omega);
  power.of_other_forces = of_forces - of_contacts - power.of_gravity;
  return power;
}

/* ---- time step ---- */

// Other fixes may still add their forces. Velocities stay as they are until the first step.
void FixEnergyLedger::setup(int /*vflag*/)
{
  ledger_->forget_announced();
  ledger_->take_none_as_none();
  take_kinetic(kinetic_);
  take_velocities();
  setup_waits_ = true;
}

// What commands have changed since the last step is energy that they have added.
void FixEnergyLedger::finish_setup()
{
  if (!setup_waits_) return;
  setup_waits_ = false;
  ledger_->close();
  LedgerState &state = ledger_->state;
  box_waits_ = deform_follows_forces();
  state.present = powers(!box_waits_);
  LedgerStored now = kinetic_;
  ledger_->take_stored(now);
  now.half_step = half_step(update->dt);
  state.changes.at_ends += now.half_step - state.stored.half_step;
  if (begun_) {
    state.changes.added += now.total() - state.stored.total();
    double *const reference = doubles_of(state.reference);
    for (int k = 0; k < doubles_in_sums<LedgerStored>; ++k)
      reference[k] += doubles_of(now)[k] - doubles_of(state.stored)[k];
  } else {
    state.reference = now;
  }
  state.stored = now;
  begun_ = true;
}

void FixEnergyLedger::post_integrate()
{
  finish_setup();
  dt_ = update->dt;
  take_kinetic(kinetic_);
  ledger_->begin();
}

void FixEnergyLedger::pre_neighbor()
{
  LedgerStored now;
  take_kinetic(now);
  LedgerState &state = ledger_->state;
  const double translation = now.translation - kinetic_.translation,
               rotation = now.rotation - kinetic_.rotation;
  if (domain->deform_vremap) {
    state.changes.by_box += translation;
    return;
  }
  state.changes.added += translation + rotation;
  state.reference.translation += translation;
  state.reference.rotation += rotation;
}

void FixEnergyLedger::end_of_step()
{
  ledger_->close();
  LedgerState &state = ledger_->state;
  take_velocities();
  LedgerPower now = powers(!box_waits_);
  double *const work = doubles_of(state.work);
  for (int k = 0; k < doubles_in_sums<LedgerPower>; ++k)
    work[k] += 0.5 * dt_ * (doubles_of(state.present)[k] + doubles_of(now)[k]);
  state.present = box_waits_ ? powers(true) : now;
  box_waits_ = false;
  take_kinetic(state.stored);
  ledger_->take_stored(state.stored);
  state.stored.half_step = half_step(dt_);
}

void FixEnergyLedger::post_run()
{
  finish_setup();
  ledger_->expect();    // run ... pre no has no other sign of its first forces
}

/* ---- output and restart ---- */

LedgerState FixEnergyLedger::sum_over_ranks() const
{
  LedgerState sum{};
  MPI_Allreduce(doubles_of(ledger_->state), doubles_of(sum), doubles_in_sums<LedgerState>, MPI_DOUBLE,
                MPI_SUM, world);
  return sum;
}

LedgerEntries FixEnergyLedger::entries()
{
  finish_setup();
  return ledger_entries(sum_over_ranks());
}

// From here on the first rank has all sums, as after reading the file: the run goes on with the same bits.
void FixEnergyLedger::write_restart(FILE *fp)
{
  finish_setup();
  const LedgerState sum = sum_over_ranks();
  ledger_->state = comm->me == 0 ? sum : LedgerState{};
  if (comm->me != 0) return;
  double begun = begun_ ? 1.0 : 0.0;
  LedgerState written = sum;
  const int size = static_cast<int>(sizeof(double) + sizeof(LedgerState));
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&begun, sizeof(double), 1, fp);
  fwrite(&written, sizeof(LedgerState), 1, fp);
}

void FixEnergyLedger::restart(char *buffer)
{
  const auto *doubles = reinterpret_cast<const double *>(buffer);
  begun_ = doubles[0] != 0.0;
  if (comm->me == 0) std::copy_n(doubles + 1, doubles_in_sums<LedgerState>, doubles_of(ledger_->state));
}

CarriedState FixEnergyLedger::carried_state() const
{
  LedgerState state = ledger_->state;
  const double *const doubles = doubles_of(state);
  return {{begun_ ? 1.0 : 0.0}, std::vector<double>(doubles, doubles + doubles_in_sums<LedgerState>)};
}

void FixEnergyLedger::go_on_after_forces(const CarriedState &state)
{
  if (state.of_rank.size() != doubles_in_sums<LedgerState> || state.common.at(0) == 0.0) return;
  std::copy(state.of_rank.begin(), state.of_rank.end(), doubles_of(ledger_->state));
  begun_ = true;
  setup_waits_ = box_waits_ = false;
  ledger_->close();
}

double FixEnergyLedger::memory_usage()
{
  return static_cast<double>(velocities_.capacity() * sizeof(LedgerVelocity) +
                             contacts().capacity() * sizeof(LedgerRecord));
}

}    // namespace granular_srt
