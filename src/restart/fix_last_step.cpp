#include "fix_last_step.h"
#include "carriers.h"
#include "checksum.h"
#include "force_settings.h"
#include "head_checksum.h"
#include "restart_block.h"

#include "host/environment.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cstddef>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *last_step_id = "GRANULAR_SRT_LAST_STEP";

  double checksum_of(const double *first, const double *end)
  {
    Checksum sum;
    sum.add(first, static_cast<std::size_t>(end - first) * sizeof(double));
    return sum.as_double();
  }

  bool in_time_steps(const Update &update)
  {
    return update.whichflag == 1 && utils::strmatch(update.integrate_style, "^verlet");
  }

}    // namespace

FixLastStep::FixLastStep(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), memory_{std::make_unique<Memory>(lmp)}, of_file_{lmp}
{
  restart_peratom = restart_global = restart_file = 1;
  datamask_read = datamask_modify = 0;    // read_particles() copies the arrays when they are needed
  atom->add_callback(Atom::RESTART);
}

FixLastStep::~FixLastStep()
{
  leave_particles();
}

// Some commands, such as replicate, refuse fixes with data of particles.
void FixLastStep::leave_particles()
{
  if (restart_peratom) atom->delete_callback(id, Atom::RESTART);
  restart_peratom = 0;
}

void FixLastStep::make_last(LAMMPS *lmp)
{
  const bool wanted = environment_choice(lmp, "GRANULAR_SRT_RESTART", {"exact", "lammps"}) == "exact";
  std::unique_ptr<Memory> memory;
  if (auto *old = dynamic_cast<FixLastStep *>(lmp->modify->get_fix_by_id(last_step_id)))
    memory = std::move(old->memory_);
  remove(lmp);
  // A plugin without /kk styles has no fix for a LAMMPS that runs with KOKKOS.
  const char *const style = lmp->kokkos ? "GRANULAR_SRT_LAST_STEP_KK" : "GRANULAR_SRT_LAST_STEP";
  if (!wanted || !lmp->atom->tag_enable || !lmp->modify->fix_map->count(style)) return;
  auto *fix =
      dynamic_cast<FixLastStep *>(lmp->modify->add_fix(fmt::format("{} all {}", last_step_id, style)));
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

LastStep FixLastStep::outline() const
{
  LastStep now;
  now.step = update->ntimestep;
  now.atoms = atom->natoms;
  now.next_sort = atom->nextsort;
  now.ranks = comm->nprocs;
  now.box = {domain->boxlo[0], domain->boxlo[1], domain->boxlo[2], domain->boxhi[0], domain->boxhi[1],
             domain->boxhi[2], domain->xy,       domain->xz,       domain->yz};
  now.settings = force_settings(lmp);
  now.order = order_settings(lmp);
  return now;
}

LastStep FixLastStep::present() const
{
  LastStep now = outline();
  const auto add = [&](const std::string &name, const std::vector<double> &common,
                       std::vector<double> of_rank) {
    const int count = static_cast<int>(of_rank.size());
    std::vector<double> all(of_rank.size() * now.ranks);
    MPI_Allgather(of_rank.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, world);
    now.styles.push_back({name, common, all});
  };
  // In other steps no virial was summed.
  if (update->vflag_global == update->ntimestep)
    for_each_virial(lmp, [&](const std::string &name, const double *virial) {
      add(name, {}, std::vector<double>(virial, virial + 6));
    });
  for_each_carrier(lmp, [&](const std::string &name, const CarriesState &style) {
    const CarriedState state = style.carried_state();
    add(name, state.common, state.of_rank);
  });
  return now;
}

// In words, the change since the last step that affects forces; empty if there is none.
std::string FixLastStep::difference() const
{
  const LastStep &last = *memory_->last, now = outline();
  if (!in_time_steps(*update)) return "the run style is not verlet";
  if (last.step != now.step) return fmt::format("the last step was {}, this one is {}", last.step, now.step);
  if (last.atoms != now.atoms) return fmt::format("there were {} particles, now {}", last.atoms, now.atoms);
  if (last.box != now.box) return "the box has changed";
  const std::string settings = difference_of(last.settings, now.settings);
  if (!settings.empty()) return settings;
  const bigint changed = memory_->particles.changed();
  return changed ? fmt::format("the data of {} particles have changed", changed) : "";
}

// In words, why sums are taken in another order than in the last step; empty if they are not. Called on all ranks.
std::string FixLastStep::difference_of_order() const
{
  std::string settings = change_of_order(memory_->last->order, order_settings(lmp));
  if (!memory_->particles.in_same_order() && settings.empty())
    return "ranks have other particles than before";
  if (settings.empty() && !modify->get_fix_by_style("^deform").empty())
    return "fix deform measures strains from the start of each run";
  return settings;
}

/* ---- set-up of a run that goes on ---- */

void FixLastStep::setup_pre_exchange()
{
  goes_on_ = false;
  // A further run of the same input starts as in LAMMPS, unless a file was written before it.
  if (!memory_->last || memory_->in_file != memory_->last->step) return;
  read_particles();
  LastParticles &particles = memory_->particles;
  particles.follow();
  const std::string reason = difference();
  goes_on_ = reason.empty();
  const std::string order = goes_on_ ? difference_of_order() : "";
  if (comm->me == 0 && goes_on_)
    utils::logmesg(lmp, "The run goes on with the forces of step {}{}{}\n", update->ntimestep,
                   order.empty() ? "" : ": the same up to the rounding of sums, as ", order);
  else if (comm->me == 0)
    utils::logmesg(lmp,
                   "The run computes its first forces anew, and so differs from an uninterrupted one: {}\n",
                   reason);
  if (!goes_on_) return;
  for_each_carrier(lmp, [&](const std::string &name, CarriesState &style) {
    if (const auto state = memory_->last->state_of(name, comm->me, comm->nprocs))
      style.go_on_before_lists(*state);
  });
  particles.restore_positions();
  particles_changed();
  sort_frequency_ = atom->sortfreq;
  atom->sortfreq = 0;    // the particles are in the order of the last step
}

void FixLastStep::setup_pre_neighbor()
{
  if (!goes_on_) return;
  read_particles();
  memory_->particles.follow();
  memory_->particles.restore_positions();
  particles_changed();
  atom->sortfreq = sort_frequency_;
  atom->nextsort = memory_->last->next_sort;
}

void FixLastStep::setup(int vflag)
{
  if (goes_on_) {
    read_particles();
    memory_->particles.follow();
    memory_->particles.restore_loads();
    particles_changed();
    // The forces on rigid bodies are sums of these.
    for (Fix *fix : modify->get_fix_list())
      if (fix->rigid_flag) set_up(*fix, vflag);
    for_each_virial(lmp, [&](const std::string &name, double *virial) {
      if (const auto state = memory_->last->state_of(name, comm->me, comm->nprocs);
          state && state->of_rank.size() == 6)
        std::copy_n(state->of_rank.begin(), 6, virial);
    });
    for_each_carrier(lmp, [&](const std::string &name, CarriesState &style) {
      if (const auto state = memory_->last->state_of(name, comm->me, comm->nprocs))
        style.go_on_after_forces(*state);
    });
  }
  forget();
}

/* ---- the state is kept at the end of a run and written to files ---- */

void FixLastStep::pre_exchange()
{
  if (!writes_restart_file(lmp) || !domain->triclinic) return;
  read_particles();
  settle_positions(lmp);
  particles_changed();
}

void FixLastStep::post_run()
{
  forget();
  leave_particles();
  if (!in_time_steps(*update)) return;
  read_particles();
  memory_->last = present();
  memory_->particles.take();
}

// In a run the particles have the data of the last step. Between runs LAMMPS moves particles, but not their forces.
void FixLastStep::write_restart(FILE *fp)
{
  if (memory_->last && memory_->last->step != update->ntimestep) forget();
  if (!restart_peratom) forget();    // no setup before: write_restart noinit, run pre no
  read_particles();
  LastStep last;
  if (memory_->last) {
    // The next run starts with the same numbers as the run that reads the file.
    memory_->particles.follow();
    if (domain->triclinic) {
      settle_positions(lmp);
      particles_changed();
    }
    memory_->particles.take_places();
    last = *memory_->last;
    of_file_ = memory_->particles;
  } else if (restart_peratom && in_time_steps(*update)) {
    last = present();
    of_file_.take();
  } else {
    of_file_.forget();
    of_file_.follow();    // no data of the particles are known
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
  if (comm->me == 0) set_head_checksum(head.c_str());
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
}

int FixLastStep::pack_restart(int i, double *buffer)
{
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  of_file_.pack(i, buffer + 1);
  if (i == atom->nlocal - 1) of_file_.forget();
  double *const end = buffer + size_restart(i) - 1;
  const double *const first = blocks_before(i, buffer);
  *end = first ? checksum_of(first, end) : 0.0;
  return size_restart(i);
}

// The data of other fixes for particle i, which LAMMPS has just put before those of this one. Null if a fix has put
// others than its size says.
const double *FixLastStep::blocks_before(int i, const double *buffer) const
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
  if (block.back() != 0.0 && block.back() != checksum_of(atom->extra[i], &block.back()))
    error->one(
        FLERR, Error::NOLASTLINE,
        "The restart file is damaged: the data of fixes for atom {} do not have the checksum with which "
        "they were written",
        atom->tag[i]);
  memory_->particles.unpack(i, block.data() + 1);
}

// Size, data, checksum.
int FixLastStep::size_restart(int /*i*/)
{
  return 2 + LastParticles::packed_size();
}

int FixLastStep::maxsize_restart()
{
  return 2 + LastParticles::packed_size();
}

double FixLastStep::memory_usage()
{
  return memory_->particles.memory_usage();
}

}    // namespace granular_srt
