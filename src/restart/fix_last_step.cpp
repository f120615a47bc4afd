#include "fix_last_step.h"
#include "checksum.h"
#include "restart_block.h"

#include "host/queries.h"

#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *last_step_id = "GRANULAR_SRT_LAST_STEP";
  constexpr const char *with_particles = "particles";    // argument

  double checksum_between(const double *first, const double *end)
  {
    return checksum_of(first, static_cast<std::size_t>(end - first) * sizeof(double)).as_double();
  }

  bool in_time_steps(const Update &update)
  {
    return update.whichflag == 1 && utils::strmatch(update.integrate_style, "^verlet");
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

  // Calls task(name, virial) for the virial of the pair style, of bonds, and of each fix that has one.
  template <class Task> void for_each_virial(LAMMPS *lmp, Task task)
  {
    const std::string virial_of = "virial of ";
    const auto of = [&](const char *name, auto *style) {
      if (style) task(virial_of + name, style->virial);
    };
    of("pair", lmp->force->pair);
    of("bond", lmp->force->bond);
    for (Fix *fix : lmp->modify->get_fix_list())
      if (fix->virial_global_flag) task(virial_of + "fix " + fix->id, fix->virial);
  }

}    // namespace

FixLastStep::FixLastStep(LAMMPS *lammps, int narg, char **arg) :
    Fix(lammps, narg, arg), memory_{std::make_unique<Memory>(lammps)}, of_file_{lammps}
{
  restart_global = restart_file = 1;
  datamask_read = datamask_modify = 0;    // read_particles() copies the arrays when they are needed
  restart_peratom = narg > 3 && std::string_view(arg[3]) == with_particles ? 1 : 0;
  if (restart_peratom) atom->add_callback(Atom::RESTART);
}

FixLastStep::~FixLastStep()
{
  stop_packing_particles();
}

// Some commands, such as replicate, refuse fixes with data of particles.
void FixLastStep::stop_packing_particles()
{
  if (restart_peratom) atom->delete_callback(id, Atom::RESTART);
  restart_peratom = 0;
}

void FixLastStep::make_last(LAMMPS *lmp, bool exact)
{
  std::unique_ptr<Memory> memory;
  if (auto *old = dynamic_cast<FixLastStep *>(lmp->modify->get_fix_by_id(last_step_id)))
    memory = std::move(old->memory_);
  remove(lmp);
  // A plugin without /kk styles has no fix for a LAMMPS that runs with KOKKOS.
  const char *const style = lmp->kokkos ? "GRANULAR_SRT_LAST_STEP_KK" : "GRANULAR_SRT_LAST_STEP";
  if (!exact || !lmp->atom->tag_enable || !lmp->modify->fix_map->count(style)) return;
  // Before the first run there are no data of particles, and a command such as balance must not keep replicate away.
  const bool has_particles =
      lmp->update->whichflag != 0 || (memory && memory->last) || lmp->atom->nextra_store > 0;
  auto *fix = dynamic_cast<FixLastStep *>(lmp->modify->add_fix(
      fmt::format("{} all {} {}", last_step_id, style, has_particles ? with_particles : "none")));
  if (memory && fix) fix->memory_ = std::move(memory);
}

void FixLastStep::remove(LAMMPS *lmp)
{
  if (lmp->modify->get_fix_by_id(last_step_id)) lmp->modify->delete_fix(last_step_id);
}

int FixLastStep::setmask()
{
  return FixConst::PRE_EXCHANGE | FixConst::PRE_NEIGHBOR;
}

void FixLastStep::forget()
{
  memory_->last.reset();
  memory_->particles.forget();
}

/* ---- state of the whole ---- */

LastStep FixLastStep::without_states() const
{
  LastStep now;
  now.step = update->ntimestep;
  now.atoms = atom->natoms;
  now.next_sort = atom->nextsort;
  now.ranks = comm->nprocs;
  now.box = {domain->boxlo[0], domain->boxlo[1], domain->boxlo[2], domain->boxhi[0], domain->boxhi[1],
             domain->boxhi[2], domain->xy,       domain->xz,       domain->yz};
  now.of_forces = force_settings(lmp);
  now.of_order = order_settings(lmp);
  return now;
}

LastStep FixLastStep::with_states() const
{
  LastStep now = without_states();
  const auto add = [&](const std::string &name, const RestartState &state) {
    const int count = static_cast<int>(state.of_rank.size());
    std::vector<double> own = state.of_rank, all(own.size() * now.ranks);
    MPI_Allgather(own.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, world);
    now.styles.push_back({name, state.common, all});
  };
  // In other steps no virial was summed.
  if (update->vflag_global == update->ntimestep)
    for_each_virial(lmp, [&](const std::string &name, const double *of_style) {
      add(name, {{}, std::vector<double>(of_style, of_style + 6)});
    });
  for_each_exact_style(
      lmp, [&](const std::string &name, const ExactRestart &exact) { add(name, exact.restart_state()); });
  return now;
}

// Whether the same faces of the box are periodic as at the end of the run.
bool FixLastStep::has_same_faces() const
{
  return memory_->was_read || memory_->periodic == std::to_array(domain->periodicity);
}

// In words, the change since the last step that affects forces; empty if there is none.
std::string FixLastStep::difference() const
{
  const LastStep &last = *memory_->last, now = without_states();
  if (!in_time_steps(*update)) return "the run style is not verlet";
  if (last.step != now.step) return fmt::format("the last step was {}, this one is {}", last.step, now.step);
  if (last.atoms != now.atoms) return fmt::format("there were {} particles, now {}", last.atoms, now.atoms);
  // LAMMPS fits shrink-wrapped faces to the particles, between runs too
  const auto given = [this](std::array<double, 9> box) {
    for (int k = 0; k < 6; ++k)
      if (domain->boundary[k % 3][k / 3] >= 2) box[k] = 0.0;
    return box;
  };
  if (given(last.box) != given(now.box) || !has_same_faces()) return "the box has changed";
  const std::string settings = change_of_forces(last.of_forces, now.of_forces);
  if (!settings.empty()) return settings;
  std::string replaced;
  for_each_exact_style(lmp, [&](const std::string &name, const ExactRestart &exact) {
    const auto state = state_of(name);
    if (!memory_->was_read && !exact.has_run && state && !(state->common.empty() && state->of_rank.empty()))
      replaced = name + " is new";
  });
  if (!replaced.empty()) return replaced;
  const bigint changed = memory_->particles.changed();
  return changed ? fmt::format("the data of {} particles have changed", changed) : "";
}

// In words, why sums are taken in another order than in the last step; empty if they are not. Called on all ranks.
std::string FixLastStep::difference_of_order() const
{
  std::string settings = change_of_order(memory_->last->of_order, order_settings(lmp));
  if (!memory_->particles.in_same_order() && settings.empty())
    return "ranks have other particles than before";
  if (settings.empty() && !modify->get_fix_by_style("^deform").empty())
    return "fix deform measures strains from the start of each run";
  return settings;
}

std::optional<RestartState> FixLastStep::state_of(const std::string &name) const
{
  return memory_->last->state_of(name, comm->me, comm->nprocs);
}

/* ---- set-up of a run that goes on ---- */

void FixLastStep::setup_pre_exchange()
{
  continues_ = false;
  // A further run of the same input starts as in LAMMPS, unless a file was written before it.
  // write_data calls this without a setup.
  if (!update->setupflag || !memory_->last || memory_->in_file != memory_->last->step) return;
  read_particles();
  LastParticles &particles = memory_->particles;
  particles.match_atoms();
  const std::string reason = difference();
  continues_ = reason.empty();
  const std::string order = continues_ ? difference_of_order() : "";
  if (comm->me == 0 && continues_)
    utils::logmesg(lmp, "The run goes on with the forces of step {}{}{}\n", update->ntimestep,
                   order.empty() ? "" : ": the same up to the rounding of sums, as ", order);
  else if (comm->me == 0)
    utils::logmesg(lmp,
                   "The run computes its first forces anew, and so differs from an uninterrupted one: {}\n",
                   reason);
  if (!continues_) return;
  for_each_exact_style(lmp, [&](const std::string &name, ExactRestart &exact) {
    if (const auto state = state_of(name)) exact.restore_before_lists(*state);
  });
  particles.restore_positions();
  particles_changed();
  sort_frequency_ = atom->sortfreq;
  atom->sortfreq = 0;    // the particles are in the order of the last step
}

void FixLastStep::setup_pre_neighbor()
{
  if (!continues_) return;
  read_particles();
  memory_->particles.match_atoms();
  memory_->particles.restore_positions();
  particles_changed();
  atom->sortfreq = sort_frequency_;
  atom->setup();    // bins of FixSortBins
  atom->nextsort = memory_->last->next_sort;
}

void FixLastStep::setup(int vflag)
{
  if (continues_) {
    read_particles();
    memory_->particles.match_atoms();
    memory_->particles.restore_loads();
    particles_changed();
    // The forces on rigid bodies are sums of these.
    for (Fix *fix : copy_of_fixes(*modify))
      if (fix->rigid_flag) set_up(*fix, vflag);
    for_each_virial(lmp, [&](const std::string &name, double *of_style) {
      if (const auto state = state_of(name); state && state->of_rank.size() == 6)
        std::copy_n(state->of_rank.begin(), 6, of_style);
    });
    for_each_exact_style(lmp, [&](const std::string &name, ExactRestart &exact) {
      if (const auto state = state_of(name)) exact.restore_after_forces(*state);
    });
  }
  for_each_exact_style(lmp, [](const std::string &, ExactRestart &exact) { exact.has_run = true; });
  forget();
  runs_ = true;
  forget_file();
}

/* ---- the state is kept at the end of a run and written to files ---- */

void FixLastStep::pre_exchange()
{
  if (!writes_restart_file(lmp) || !domain->triclinic) return;
  read_particles();
  settle_positions(lmp);
  particles_changed();
}

// A later step may have the same number.
void FixLastStep::forget_file()
{
  if (update->laststep > update->firststep) memory_->in_file = -1;
}

void FixLastStep::post_run()
{
  if (!runs_) forget_file();    // run pre no
  runs_ = false;
  forget();
  stop_packing_particles();
  if (!in_time_steps(*update)) return;
  read_particles();
  memory_->last = with_states();
  memory_->was_read = false;
  memory_->periodic = std::to_array(domain->periodicity);
  memory_->particles.take();
}

// In a run the particles have the data of the last step. Between runs LAMMPS moves particles, but not their forces.
void FixLastStep::write_restart(FILE *fp)
{
  if (memory_->last && (memory_->last->step != update->ntimestep || !has_same_faces())) forget();
  if (!restart_peratom) forget();    // no setup before: write_restart noinit, run pre no
  read_particles();
  LastStep last;
  if (memory_->last) {
    // The next run starts with the same numbers as the run that reads the file.
    memory_->particles.match_atoms();
    if (domain->triclinic) {
      settle_positions(lmp);
      particles_changed();
    }
    memory_->particles.keep_unchanged();
    last = *memory_->last;
    of_file_ = memory_->particles;
  } else if (restart_peratom && in_time_steps(*update) && runs_) {
    last = with_states();
    of_file_.take();
  } else {
    of_file_.forget();
    of_file_.match_atoms();    // no data of the particles are known
  }
  memory_->in_file = last.step;
  const std::vector<char> bytes = to_bytes(last);
  if (comm->me != 0) return;
  const int size = static_cast<int>(bytes.size()) + checksum_place_bytes;
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(bytes.data(), 1, bytes.size(), fp);
  write_checksum_place(fp);
}

// LAMMPS calls this when it has closed the file. Of the files of several ranks (% in the name) "base" has the head.
void FixLastStep::write_restart_file(const char *file)
{
  std::string head = file;
  if (const auto place = head.find('%'); place != std::string::npos) head.replace(place, 1, "base");
  try {
    if (comm->me == 0) set_head_checksum(head.c_str());
  } catch (const std::runtime_error &fault) {
    error->one(FLERR, "Cannot write restart file {}: {}", head, fault.what());
  }
  if (update->whichflag == 0) stop_packing_particles();
}

void FixLastStep::restart(char *buffer)
{
  std::optional<LastStep> last = from_bytes(buffer);
  if (!last && comm->me == 0)
    error->warning(FLERR,
                   "The state of the last step in the restart file is damaged: a run computes its first "
                   "forces anew");
  if (!last || last->step < 0) return;    // written before a first run
  memory_->in_file = last->step;
  memory_->last = std::move(last);
  memory_->was_read = true;
}

int FixLastStep::pack_restart(int i, double *buffer)
{
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  of_file_.pack(i, buffer + 1);
  if (i == atom->nlocal - 1) of_file_.forget();
  double *const end = buffer + size_restart(i) - 1;
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

void FixLastStep::unpack_restart(int i, int nth)
{
  const std::span<const double> block = restart_block(lmp, i, nth);
  if (static_cast<int>(block.size()) != size_restart(i)) return;
  if (block.back() != 0.0 && block.back() != checksum_between(atom->extra[i], &block.back()))
    error->one(
        FLERR, Error::NOLASTLINE,
        "The restart file is damaged: the data of fixes for atom {} do not have the checksum with which "
        "they were written",
        atom->tag[i]);
  memory_->particles.unpack(i, block.data() + 1);
}

}    // namespace granular_srt
