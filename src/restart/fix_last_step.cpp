#include "fix_last_step.h"
#include "checksum.h"
#include "restart_block.h"

#include "host/queries.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "output.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *last_step_id = "GRANULAR_SRT_LAST_STEP";
  constexpr const char *reads_file = "reads";    // argument

  double checksum_between(const double *first, const double *end)
  {
    return checksum_of(first, static_cast<std::size_t>(end - first) * sizeof(double)).as_double();
  }

  bool in_time_steps(const Update &update)
  {
    return update.whichflag == 1 && utils::strmatch(update.integrate_style, "^verlet");
  }

  // The snapshots of `rerun` are no time steps: the last one has another number than a run of so many steps would have.
  bool in_rerun(const Update &update)
  {
    return update.laststep != update.firststep + update.nsteps;
  }

  FixLastStep *find(const LAMMPS *lmp)
  {
    return dynamic_cast<FixLastStep *>(lmp->modify->get_fix_by_id(last_step_id));
  }

  // Calls task(name, style) for all styles with a state. The name is that of the state in a restart file.
  template <class Task> void for_each_exact_style(LAMMPS *lmp, Task task)
  {
    for_each_pair_style(lmp, [&](Pair *pair, int number) {
      if (auto *style = dynamic_cast<ExactRestart *>(pair)) task("pair " + std::to_string(number), *style);
    });
    for (Fix *fix : copy_of_fixes(*lmp->modify))
      if (auto *style = dynamic_cast<ExactRestart *>(fix)) task(std::string("fix ") + fix->id, *style);
  }

}    // namespace

/* ---- questions of other styles ---- */

bool writes_restart_file(const LAMMPS *lmp)
{
  return lmp->update->setupflag == 0 && lmp->output->restart_flag &&
      lmp->output->next_restart == lmp->update->ntimestep;
}

bool file_has_replay(const LAMMPS *lmp)
{
  if (!writes_restart_file(lmp)) return false;
  const FixLastStep *fix = find(lmp);
  return fix && fix->file_has_replay();
}

bool replays_step(const LAMMPS *lmp)
{
  if (lmp->update->setupflag == 0) return false;
  const FixLastStep *fix = find(lmp);
  return fix && fix->replays();
}

contact::Step history_step(const LAMMPS *lmp, double interval)
{
  if (replays_step(lmp)) return {find(lmp)->dt_of_file(), true};
  return {interval, lmp->update->setupflag == 0 && lmp->update->whichflag == 1};
}

/* ---- the fix ---- */

FixLastStep::FixLastStep(LAMMPS *lammps, int narg, char **arg) :
    Fix(lammps, narg, arg), memory_{std::make_unique<Memory>(lammps)}
{
  restart_global = restart_file = 1;
  datamask_read = datamask_modify = 0;    // read_particles() copies the arrays when they are needed
  reads_ = narg > 3 && std::string_view(arg[3]) == reads_file;
  set_packing(reads_ && atom->nextra_store > 0);
}

FixLastStep::~FixLastStep()
{
  set_packing(false);
}

// Some commands, such as replicate, refuse fixes with data of particles.
void FixLastStep::set_packing(bool packs)
{
  if (packs == (restart_peratom != 0)) return;
  restart_peratom = packs ? 1 : 0;
  if (!packs) return atom->delete_callback(id, Atom::RESTART);
  atom->add_callback(Atom::RESTART);    // of the fix that is being made, the next one of the list
  if (const int place = modify->find_fix(id); place >= 0) {
    const std::span fixes(atom->extra_restart, static_cast<std::size_t>(atom->nextra_restart));
    std::ranges::replace(fixes, modify->nfix, place);
    std::ranges::sort(fixes);
  }
}

void FixLastStep::make_last(LAMMPS *lmp, bool exact)
{
  std::unique_ptr<Memory> memory;
  if (FixLastStep *const old = find(lmp)) memory = std::move(old->memory_);
  if (memory) memory->recorded = -1;    // an earlier run may have ended with an error
  remove(lmp);
  // A plugin without /kk styles has no fix for a LAMMPS that runs with KOKKOS.
  const char *const style = lmp->kokkos ? "GRANULAR_SRT_LAST_STEP_KK" : "GRANULAR_SRT_LAST_STEP";
  if (!exact || !lmp->atom->tag_enable || !lmp->modify->fix_map->count(style)) return;
  const bool reads = lmp->atom->nextra_store > 0 || (memory && memory->of_file);
  auto *fix = dynamic_cast<FixLastStep *>(
      lmp->modify->add_fix(fmt::format("{} all {} {}", last_step_id, style, reads ? reads_file : "")));
  if (memory && fix) fix->memory_ = std::move(memory);
}

void FixLastStep::remove(LAMMPS *lmp)
{
  if (lmp->modify->get_fix_by_id(last_step_id)) lmp->modify->delete_fix(last_step_id);
}

int FixLastStep::setmask()
{
  using namespace FixConst;
  return PRE_EXCHANGE | POST_NEIGHBOR | (reads_ ? PRE_NEIGHBOR | PRE_REVERSE : 0);
}

void FixLastStep::forget()
{
  replays_ = false;
  memory_->of_file.reset();
  memory_->states_of_file.forget();
  memory_->states.forget();
  memory_->recorded = -1;
  set_packing(false);
}

/* ---- a step that writes a file: what its forces depend on ---- */

// LAMMPS' conversions of coordinates in a triclinic box change their last digit, and the positions of ghosts come from
// the converted ones: only the positions before lead to the same bits.
void FixLastStep::pre_exchange()
{
  if (!writes_restart_file(lmp) || !domain->triclinic) return;
  read_particles();
  memory_->states.take_positions();
  memory_->sorts = atom->sortfreq > 0 && update->ntimestep >= atom->nextsort;
}

void FixLastStep::post_neighbor()
{
  memory_->recorded = -1;
  if (!writes_restart_file(lmp) || !in_time_steps(*update)) return memory_->states.forget();
  read_particles();
  if (domain->triclinic) memory_->states.follow();
  memory_->states.take_motion(!domain->triclinic);
  memory_->sorts = memory_->sorts && sort_bins(*atom) > 1;
  memory_->of_forces = BoxState::of(*domain);
  memory_->recorded = update->ntimestep;
}

bool FixLastStep::file_has_replay() const
{
  return memory_->recorded == update->ntimestep;
}

LastStep FixLastStep::present_state()
{
  LastStep now;
  now.step = update->ntimestep;
  now.next_sort = atom->nextsort;
  now.ranks = comm->nprocs;
  now.replays = granular_srt::file_has_replay(lmp) ? 1 : 0;
  now.sorted = memory_->sorts ? 1 : 0;
  now.dt = update->dt;
  now.box = BoxState::of(*domain);
  now.of_forces = memory_->of_forces;
  now.rates_at_setup = memory_->rates_at_setup;
  for_each_exact_style(lmp, [&](const std::string &name, const ExactRestart &exact) {
    RestartState state = exact.restart_state();
    const int count = static_cast<int>(state.of_rank.size());
    std::vector<double> all(state.of_rank.size() * now.ranks);
    MPI_Allgather(state.of_rank.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, world);
    now.styles.push_back({name, state.common, all});
  });
  return now;
}

void FixLastStep::write_restart(FILE *fp)
{
  const bool unread =
      memory_->of_file && !update->setupflag && update->whichflag == 0;    // no run since read_restart
  const LastStep last = unread ? *memory_->of_file : present_state();
  const bool packs = last.replays || domain->triclinic;
  set_packing(packs);
  if (packs) {
    read_particles();
    if (unread) {
      memory_->states_of_file.follow();
      memory_->states = memory_->states_of_file;
    } else {
      memory_->states.take_end();
    }
  }
  const std::vector<char> bytes = to_bytes(last);
  if (comm->me != 0) return;
  const int size = static_cast<int>(bytes.size()) + checksum_place_bytes;
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(bytes.data(), 1, bytes.size(), fp);
  write_checksum_place(fp);
}

// LAMMPS calls this when it has closed the file, and may write another one in the same step. Of the files of several
// ranks (% in the name) "base" has the head.
void FixLastStep::write_restart_file(const char *file)
{
  std::string head = file;
  if (const auto place = head.find('%'); place != std::string::npos) head.replace(place, 1, "base");
  try {
    if (comm->me == 0) set_head_checksum(head.c_str());
  } catch (const std::runtime_error &fault) {
    error->one(FLERR, "Cannot write restart file {}: {}", head, fault.what());
  }
  set_packing(false);
}

int FixLastStep::size_restart(int i)
{
  return memory_->states[i].known == 0.0 ? 1 : maxsize_restart();
}

int FixLastStep::pack_restart(int i, double *buffer)
{
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  if (buffer[0] == 1.0) return 1;
  double *const end = std::ranges::copy(memory_->states.numbers(i), buffer + 1).out;
  const double *const first = data_of_other_fixes(i, buffer);
  *end = first ? checksum_between(first, end) : 0.0;
  return size_restart(i);
}

// The data of other fixes for particle i, which LAMMPS has just put before those of this one. Null if a fix has put
// others than its size says.
const double *FixLastStep::data_of_other_fixes(int i, const double *buffer) const
{
  const double *first = buffer;
  int blocks = 0;
  for (Fix *fix; (fix = modify->fix[atom->extra_restart[blocks]]) != this; ++blocks)
    first -= fix->size_restart(i);
  const double *next = first;
  for (; blocks > 0 && next < buffer && *next >= 1.0; --blocks) next += static_cast<int>(*next);
  return next == buffer && blocks == 0 ? first : nullptr;
}

/* ---- a file is read ---- */

void FixLastStep::restart(char *buffer)
{
  LastStep last;
  switch (from_bytes(buffer, last)) {
    case StoredStep::known: memory_->of_file = std::move(last); return;
    case StoredStep::older_format:
      if (comm->me == 0)
        utils::logmesg(
            lmp,
            "The restart file is from an earlier version of the plugin: the run computes its first "
            "forces anew, and so differs from an uninterrupted one\n");
      return;
    case StoredStep::damaged:
      if (comm->me == 0)
        error->warning(FLERR,
                       "The state of the last step in the restart file is damaged: a run computes its first "
                       "forces anew");
  }
}

void FixLastStep::unpack_restart(int i, int nth)
{
  const std::span<const double> block = restart_block(lmp, i, nth);
  if (static_cast<int>(block.size()) != maxsize_restart()) return;
  if (block.back() != 0.0 && block.back() != checksum_between(atom->extra[i], &block.back()))
    error->one(
        FLERR, Error::NOLASTLINE,
        "The restart file is damaged: the data of fixes for atom {} do not have the checksum with which "
        "they were written",
        atom->tag[i]);
  memory_->states_of_file.add(atom->tag[i], block.data() + 1);
}

std::optional<RestartState> FixLastStep::state_of(const std::string &name) const
{
  return memory_->of_file->state_of(name, comm->me, comm->nprocs);
}

// LAMMPS fits shrink-wrapped faces to the particles, between runs too.
bool FixLastStep::box_is_that_of_file() const
{
  const BoxState now = BoxState::of(*domain);
  for (int k = 0; k < 9; ++k) {
    const bool given = k >= 6 || domain->boundary[k % 3][k / 3] < 2;
    if (given && now.shape[k] != memory_->of_file->box.shape[k]) return false;
  }
  return true;
}

// Rows of particles that a command has changed count as not known. Returns their number. Called on all ranks.
bigint FixLastStep::find_same_particles()
{
  ParticleStates &states = memory_->states_of_file;
  const bool same_box = box_is_that_of_file();
  bigint changed = 0;
  for (int i = 0; i < atom->nlocal; ++i) {
    states.take_new_input(i);
    if (same_box && states.has_position(i) && (!replays_ || states.has_motion(i))) continue;
    states[i].known = 0.0;
    ++changed;
  }
  MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  return changed;
}

// In words, what keeps the run from being the uninterrupted one, as far as it is known.
std::string FixLastStep::difference(bigint changed) const
{
  if (!in_time_steps(*update)) return ": the run style is not verlet";
  if (!replays_) return ": the particles are those of a dump file";
  std::string text;
  if (changed > 0)
    text = fmt::format(", but {} particles, or the box around them, are not those of the file", changed);
  for (const Fix *other : modify->get_fix_list())
    if (other->rigid_flag)
      text += fmt::format("{} fix {} makes its bodies anew from the particles",
                          text.empty() ? ", but" : " and", other->id);
  return text;
}

// Leaves the particles in lamda coordinates where the box is triclinic. Image flags and velocities stay those of the
// end of the step.
void FixLastStep::put_positions_of_forces()
{
  const ParticleStates &states = memory_->states_of_file;
  const int owned = atom->nlocal;
  states.put_positions_before();
  particles_changed();
  if (domain->triclinic) domain->x2lamda(owned);
  domain->pbc();
  if (domain->triclinic && memory_->of_file->sorted) {    // it sorts by positions in the box
    domain->lamda2x(owned);
    domain->x2lamda(owned);
  }
  read_particles();
  states.put_new_input();
  particles_changed();
}

void FixLastStep::setup_pre_exchange()
{
  if (!update->setupflag) return;    // write_data calls this without a setup
  replays_ = false;
  memory_->rates_at_setup = BoxState::of(*domain).rates;
  if (!memory_->of_file) return;
  const LastStep &last = *memory_->of_file;
  replays_ = last.replays && in_time_steps(*update) && !in_rerun(*update);
  read_particles();
  memory_->states_of_file.follow();
  const std::string differs = difference(find_same_particles());
  if (last.replays && comm->me == 0)
    utils::logmesg(lmp, "The run {} with the forces of step {}{}\n", replays_ ? "goes on" : "does not go on",
                   last.step, differs);
  for_each_exact_style(lmp, [&](const std::string &name, ExactRestart &exact) {
    const auto state = state_of(name);
    if (!state) return;
    exact.restore(*state);
    if (replays_) exact.restore_for_replay(*state);
  });
  if (!replays_) {
    memory_->states_of_file.put_positions();
    particles_changed();
    return;
  }
  at_end_.reset();
  if (const BoxState now = BoxState::of(*domain); box_is_that_of_file() && !(now == last.of_forces)) {
    at_end_ = now;
    last.of_forces.put_into(*domain);
  }
  put_positions_of_forces();
  if (domain->triclinic) domain->lamda2x(atom->nlocal);
  sort_frequency_ = atom->sortfreq;
  atom->sortfreq = 0;    // the particles are in the order of the last step
}

// LAMMPS has converted the positions once more: makes the ghosts anew, with those of the step.
void FixLastStep::setup_pre_neighbor()
{
  if (!replays_ || nested_) return;
  read_particles();
  memory_->states_of_file.follow();
  put_positions_of_forces();
  read_particles();
  other_.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; ++i) {
    const ParticleStates::State &state = memory_->states_of_file[i];
    Motion &motion = other_[i];
    const bool known = state.known != 0.0;
    const double *const v = known ? state.numbers.data() + ParticleStates::V : atom->v[i];
    const double *const omega = known ? state.numbers.data() + ParticleStates::OMEGA : atom->omega[i];
    std::copy_n(omega, 3, std::copy_n(v, 3, motion.v_omega.begin()));
    if (atom->temperature)
      motion.temperature = known ? state.numbers[ParticleStates::TEMPERATURE] : atom->temperature[i];
  }
  swap_motion();
  if (atom->map_style != Atom::MAP_NONE) atom->map_clear();
  atom->nghost = 0;
  atom->avec->clear_bonus();
  comm->borders();
  if (domain->triclinic) domain->lamda2x(atom->nlocal + atom->nghost);
  nested_ = true;
  modify->setup_pre_neighbor();    // other fixes have seen the ghosts of before
  nested_ = false;
  atom->sortfreq = sort_frequency_;
  atom->setup();    // bins of FixSortBins
  // the new input may have another step number
  atom->nextsort = memory_->of_file->next_sort + update->ntimestep - memory_->of_file->step;
}

void FixLastStep::swap_motion()
{
  for (int i = 0; i < atom->nlocal; ++i) {
    std::swap_ranges(atom->v[i], atom->v[i] + 3, other_[i].v_omega.begin());
    std::swap_ranges(atom->omega[i], atom->omega[i] + 3, other_[i].v_omega.begin() + 3);
    if (atom->temperature) std::swap(atom->temperature[i], other_[i].temperature);
  }
  particles_changed();
}

void FixLastStep::exchange_loads(bool store)
{
  const std::size_t all = atom->nlocal + atom->nghost;
  loads_.resize(7 * all);
  double *next = loads_.data();
  const auto exchange = [&](double *values, std::size_t count) {
    if (store)
      std::copy_n(values, count, next);
    else
      std::copy_n(next, count, values);
    next += count;
  };
  if (all == 0) return;
  exchange(atom->f[0], 3 * all);
  exchange(atom->torque[0], 3 * all);
  if (atom->heatflow) exchange(atom->heatflow, all);
}

// Pair styles and bonds have computed their forces, with the velocities of mid-step. The setup of other fixes follows, with
// those of the end.
void FixLastStep::setup_pre_reverse(int /*eflag*/, int /*vflag*/)
{
  if (!replays_) return;
  read_particles();
  exchange_loads(true);
  swap_motion();
}

// The other fixes act on the forces as in the step.
void FixLastStep::setup(int vflag)
{
  if (replays_) {
    const LastStep &last = *memory_->of_file;
    read_particles();
    exchange_loads(false);
    swap_motion();
    if (force->newton) comm->reverse_comm();
    modify->post_force(vflag);
    read_particles();
    swap_motion();
    memory_->states_of_file.put_positions();
    memory_->states_of_file.put_heat_flows();
    particles_changed();
    if (at_end_) {
      // LAMMPS' fix deform knows some of its rates from its first step on only
      if (last.rates_at_setup == memory_->rates_at_setup) at_end_->rates = last.box.rates;
      at_end_->put_into(*domain);
    }
    // what variables of fixes have computed with the velocities of mid-step
    for (Compute *compute : modify->get_compute_list())
      compute->invoked_scalar = compute->invoked_vector = compute->invoked_array = compute->invoked_peratom =
          compute->invoked_local = -1;
    // The forces on rigid bodies are sums of these.
    for (Fix *fix : copy_of_fixes(*modify))
      if (fix->rigid_flag) set_up(*fix, vflag);
    for_each_exact_style(lmp, [&](const std::string &name, ExactRestart &exact) {
      if (const auto state = state_of(name)) exact.restore_after_replay(*state);
    });
  }
  other_ = {};
  loads_ = {};
  forget();
}

// After a minimization the springs still are those before the last forces of the file.
void FixLastStep::post_run()
{
  if (update->whichflag == 1) forget();
}

}    // namespace granular_srt
