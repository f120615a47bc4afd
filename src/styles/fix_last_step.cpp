#include "fix_last_step.h"

#include "carries_state.h"
#include "checksum.h"
#include "file_checksum.h"
#include "pair_styles.h"
#include "style_entry.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "modify.h"
#include "output.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numeric>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *last_step_id = "GRANULAR_SRT_LAST_STEP";
  constexpr const char *virial_of = "virial of ";

  bool in_time_steps(const Update &update)
  {
    return update.whichflag == 1 && utils::strmatch(update.integrate_style, "^verlet");
  }

  // Calls task(name, style) for all styles with a state of their own.
  template <class Task> void for_each_carrier(LAMMPS *lmp, Task task)
  {
    for_each_pair_style(lmp, [&](Pair *pair, int number) {
      if (auto *carrier = dynamic_cast<CarriesState *>(pair)) task(fmt::format("pair {}", number), *carrier);
    });
    for (Fix *fix : lmp->modify->get_fix_list())
      if (auto *carrier = dynamic_cast<CarriesState *>(fix)) task(fmt::format("fix {}", fix->id), *carrier);
  }

  // Calls task(name, virial) for the virial of the pair style and of each fix that has one.
  template <class Task> void for_each_virial(LAMMPS *lmp, Task task)
  {
    if (lmp->force->pair) task(std::string(virial_of) + "pair", lmp->force->pair->virial);
    for (Fix *fix : lmp->modify->get_fix_list())
      if (fix->virial_global_flag) task(fmt::format("{}fix {}", virial_of, fix->id), fix->virial);
  }

  std::vector<std::string> present_settings(LAMMPS *lmp)
  {
    std::vector<std::string> settings;
    for_each_pair_style(lmp, [&](Pair *pair, int number) {
      const auto *carrier = dynamic_cast<const CarriesState *>(pair);
      settings.push_back(
          fmt::format("pair style {}: {}", number, carrier ? carrier->settings_of_forces() : "of LAMMPS"));
    });
    const Modify &modify = *lmp->modify;
    for (int k = 0; k < modify.nfix; ++k) {
      constexpr int exerts = FixConst::PRE_FORCE | FixConst::PRE_REVERSE | FixConst::POST_FORCE;
      Fix *fix = modify.fix[k];
      if (!(modify.fmask[k] & exerts)) continue;
      const auto *carrier = dynamic_cast<const CarriesState *>(fix);
      settings.push_back(fmt::format("fix {} {}: {}", fix->id, host_name(fix->style),
                                     carrier ? carrier->settings_of_forces() : std::string()));
    }
    return settings;
  }

  // What comes before the colon.
  std::string name_of(const std::string &setting)
  {
    return setting.substr(0, setting.find(':'));
  }

  bool contains(const std::vector<std::string> &list, const std::string &text)
  {
    return std::find(list.begin(), list.end(), text) != list.end();
  }

  // In words, which of the settings differ.
  std::string difference_of(const std::vector<std::string> &before, const std::vector<std::string> &now)
  {
    const auto names = [](const std::vector<std::string> &settings) {
      std::vector<std::string> list;
      std::transform(settings.begin(), settings.end(), std::back_inserter(list), name_of);
      return list;
    };
    for (const std::string &setting : now)
      if (!contains(before, setting))
        return name_of(setting) +
            (contains(names(before), name_of(setting)) ? " has other settings" : " is new");
    for (const std::string &setting : before)
      if (!contains(now, setting)) return name_of(setting) + " is missing";
    return before == now ? "" : "the order of the fixes has changed";
  }

}    // namespace

FixLastStep::FixLastStep(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), memory_{std::make_unique<Memory>()}
{
  restart_peratom = restart_global = restart_file = 1;
  datamask_read = datamask_modify = 0;    // read_particles() copies what is needed, when it is
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
  const std::string style = fmt::format("{}{}", last_step_id, lmp->kokkos ? "_KK" : "");
  if (lmp->kokkos) return;    // not tested there
  if (!lmp->atom->tag_enable || !lmp->modify->fix_map->count(style)) return;
  std::unique_ptr<Memory> memory;
  if (auto *old = dynamic_cast<FixLastStep *>(lmp->modify->get_fix_by_id(last_step_id))) {
    memory = std::move(old->memory_);
    lmp->modify->delete_fix(last_step_id);
  }
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

/* ---- particle data of the last step ---- */

void FixLastStep::forget()
{
  memory_->last.reset();
  memory_->rows = std::vector<Row>();
}

double FixLastStep::check_of(int i, const Numbers &numbers) const
{
  Checksum sum;
  for (int k = 0; k < CHECK; ++k) sum.add(numbers[k]);
  for (int k = 0; k < 3; ++k) {
    sum.add(atom->v[i][k]);
    sum.add(atom->omega[i][k]);
  }
  sum.add(atom->radius[i]);
  sum.add(atom->rmass[i]);
  sum.add(static_cast<double>(atom->tag[i]));
  sum.add(static_cast<double>(atom->type[i]));
  return sum.as_double();
}

// Rank and index of a particle as one number.
double FixLastStep::place_of(int i) const
{
  constexpr double indices = 4294967296.0;
  return indices * comm->me + i;
}

FixLastStep::Row FixLastStep::row_of(int i) const
{
  Row row{atom->tag[i], {}};
  Numbers &numbers = row.numbers;
  std::copy_n(atom->f[i], 3, numbers.data() + FORCE);
  std::copy_n(atom->torque[i], 3, numbers.data() + TORQUE);
  if (atom->heatflow) numbers[HEAT] = atom->heatflow[i];
  std::copy_n(atom->x[i], 3, numbers.data() + X);
  numbers[PLACE] = place_of(i);
  numbers[CHECK] = check_of(i, numbers);
  return row;
}

// Positions may have been through LAMMPS' conversions of coordinates, and into the periodic box.
bool FixLastStep::is_same(int i, const Row &row) const
{
  constexpr double rounding = 1e-12;
  if (row.tag == 0 || row.numbers[CHECK] != check_of(i, row.numbers)) return false;
  double way[3], size = 0.0;
  for (int k = 0; k < 3; ++k) {
    way[k] = atom->x[i][k] - row.numbers[X + k];
    size = std::max({size, std::fabs(row.numbers[X + k]), domain->prd[k]});
  }
  domain->minimum_image(FLERR, way[0], way[1], way[2]);
  return std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])}) <= rounding * size;
}

// [owned particle]. Rows of particles that have gone to other ranks follow them there.
std::vector<FixLastStep::Row> FixLastStep::rows_of_present_particles()
{
  std::vector<Row> &rows = memory_->rows;
  const auto before = [](const Row &a, const Row &b) { return a.tag < b.tag; };
  std::sort(rows.begin(), rows.end(), before);
  std::vector<Row> found(atom->nlocal);
  std::vector<char> used(rows.size());
  int missing = 0, any_missing = 0;
  for (int i = 0; i < atom->nlocal; ++i) {
    const auto row = std::lower_bound(rows.begin(), rows.end(), Row{atom->tag[i], {}}, before);
    if (row == rows.end() || row->tag != atom->tag[i]) {
      ++missing;
      continue;
    }
    found[i] = *row;
    used[row - rows.begin()] = 1;
  }
  MPI_Allreduce(&missing, &any_missing, 1, MPI_INT, MPI_MAX, world);
  if (!any_missing || comm->nprocs == 1) return found;

  std::vector<Row> leave;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (!used[k]) leave.push_back(rows[k]);
  const int bytes = static_cast<int>(leave.size() * sizeof(Row));
  std::vector<int> counts(comm->nprocs), first(comm->nprocs + 1);
  MPI_Allgather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  std::partial_sum(counts.begin(), counts.end(), first.begin() + 1);
  std::vector<Row> arrive(first.back() / sizeof(Row));
  MPI_Allgatherv(leave.data(), bytes, MPI_BYTE, arrive.data(), counts.data(), first.data(), MPI_BYTE, world);
  std::sort(arrive.begin(), arrive.end(), before);
  for (int i = 0; i < atom->nlocal; ++i) {
    if (found[i].tag) continue;
    const auto row = std::lower_bound(arrive.begin(), arrive.end(), Row{atom->tag[i], {}}, before);
    if (row != arrive.end() && row->tag == atom->tag[i]) found[i] = *row;
  }
  rows = found;
  return found;
}

int FixLastStep::changed_particles(const std::vector<Row> &rows) const
{
  int changed = 0, all = 0;
  for (int i = 0; i < atom->nlocal; ++i) changed += !is_same(i, rows[i]);
  MPI_Allreduce(&changed, &all, 1, MPI_INT, MPI_SUM, world);
  return all;
}

// Then sums are taken in the same order.
bool FixLastStep::has_same_order(const std::vector<Row> &rows) const
{
  int others = 0, any = 0;
  for (int i = 0; i < atom->nlocal; ++i) others += rows[i].numbers[PLACE] != place_of(i);
  MPI_Allreduce(&others, &any, 1, MPI_INT, MPI_MAX, world);
  return any == 0;
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
  now.settings = present_settings(lmp);
  return now;
}

LastStep FixLastStep::present() const
{
  LastStep now = outline();
  const auto add = [&](const std::string &name, const std::vector<double> &common,
                       const std::vector<double> &of_rank) {
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

// In words, what is not as it was in the last step; empty if nothing that matters.
std::string FixLastStep::difference(const std::vector<Row> &rows) const
{
  const LastStep &last = *memory_->last, now = outline();
  if (!in_time_steps(*update)) return "the run style is not verlet";
  if (last.step != now.step) return fmt::format("the last step was {}, this one is {}", last.step, now.step);
  if (last.atoms != now.atoms) return fmt::format("there were {} particles, now {}", last.atoms, now.atoms);
  if (last.box != now.box) return "the box has changed";
  const std::string settings = difference_of(last.settings, now.settings);
  if (!settings.empty()) return settings;
  const int changed = changed_particles(rows);
  return changed ? fmt::format("the data of {} particles have changed", changed) : "";
}

// The state of a name, as this rank is to have it; empty if there is none.
std::optional<CarriedState> FixLastStep::of_this_rank(const std::string &name) const
{
  const LastStep &last = *memory_->last;
  const auto found = std::find_if(last.styles.begin(), last.styles.end(),
                                  [&](const StyleState &state) { return state.name == name; });
  if (found == last.styles.end()) return std::nullopt;
  const std::size_t count = found->of_ranks.size() / last.ranks;
  CarriedState mine{found->common, std::vector<double>(count)};
  if (last.ranks == comm->nprocs)
    std::copy_n(found->of_ranks.data() + count * comm->me, count, mine.of_rank.data());
  else if (comm->me == 0)
    for (std::size_t k = 0; k < found->of_ranks.size(); ++k) mine.of_rank[k % count] += found->of_ranks[k];
  return mine;
}

/* ---- set-up of a run that goes on ---- */

void FixLastStep::setup_pre_exchange()
{
  goes_on_ = false;
  // A run after another one in the same input starts anew, as in LAMMPS, unless a file was written between them.
  if (!memory_->last || memory_->in_file != memory_->last->step) return;
  read_particles();
  const std::vector<Row> rows = rows_of_present_particles();
  const std::string reason = difference(rows);
  goes_on_ = reason.empty();
  const bool exact = goes_on_ && has_same_order(rows);
  if (comm->me == 0 && goes_on_)
    utils::logmesg(
        lmp, "The run goes on with the forces of step {}{}\n", update->ntimestep,
        exact ? "" : ": the same up to the rounding of sums, as ranks have other particles than before");
  else if (comm->me == 0)
    utils::logmesg(lmp,
                   "The run computes its first forces anew, and so differs from an uninterrupted one: {}\n",
                   reason);
  if (!goes_on_) return;
  for_each_carrier(lmp, [&](const std::string &name, CarriesState &style) {
    if (const auto state = of_this_rank(name)) style.go_on_before_lists(*state);
  });
  restore_positions(rows);
  sort_frequency_ = atom->sortfreq;
  atom->sortfreq = 0;    // the particles are in the order of the last step
}

void FixLastStep::setup_pre_neighbor()
{
  if (!goes_on_) return;
  read_particles();
  restore_positions(rows_of_present_particles());
  atom->sortfreq = sort_frequency_;
  atom->nextsort = memory_->last->next_sort;
}

// A particle that the conversions have taken to the other side of the box stays there.
void FixLastStep::restore_positions(const std::vector<Row> &rows)
{
  for (int i = 0; i < atom->nlocal; ++i) {
    const double *x = rows[i].numbers.data() + X;
    const auto is_near = [&](int k) { return std::fabs(atom->x[i][k] - x[k]) < 0.5 * domain->prd[k]; };
    if (is_near(0) && is_near(1) && is_near(2)) std::copy_n(x, 3, atom->x[i]);
  }
  particles_changed();
}

void FixLastStep::setup(int vflag)
{
  if (goes_on_) {
    read_particles();
    const std::vector<Row> rows = rows_of_present_particles();
    for (int i = 0; i < atom->nlocal; ++i) {
      const Numbers &numbers = rows[i].numbers;
      std::copy_n(numbers.data() + FORCE, 3, atom->f[i]);
      std::copy_n(numbers.data() + TORQUE, 3, atom->torque[i]);
      if (atom->heatflow) atom->heatflow[i] = numbers[HEAT];
    }
    particles_changed();
    // The forces on rigid bodies are sums of these.
    for (Fix *fix : modify->get_fix_list())
      if (fix->rigid_flag) fix->setup(vflag);
    for_each_virial(lmp, [&](const std::string &name, double *virial) {
      if (const auto state = of_this_rank(name); state && state->of_rank.size() == 6)
        std::copy_n(state->of_rank.begin(), 6, virial);
    });
    for_each_carrier(lmp, [&](const std::string &name, CarriesState &style) {
      if (const auto state = of_this_rank(name)) style.go_on_after_forces(*state);
    });
  }
  forget();
}

/* ---- the state is kept at the end of a run and written to files ---- */

void FixLastStep::pre_exchange()
{
  if (!writes_restart_file(lmp) || !domain->triclinic) return;
  read_particles();
  settle_positions();
  particles_changed();
}

// LAMMPS converts the coordinates of a triclinic box to and fro, here and when it reads a file, and changes their last digit.
// Brings positions to values that come back unchanged.
void FixLastStep::settle_positions()
{
  constexpr int most_tries = 20, tries_alone = 4;
  for (int i = 0; i < atom->nlocal; ++i) {
    double *const x = atom->x[i];
    for (int tries = 0; tries < most_tries; ++tries) {
      const std::array<double, 3> before = {x[0], x[1], x[2]};
      domain->remap(x, atom->image[i]);
      if (std::equal(before.begin(), before.end(), x)) break;
      // Some positions change to and fro: one next to them does not.
      const int k = tries % 3;
      if (tries >= tries_alone) x[k] = std::nextafter(x[k], 0.5 * (domain->boxlo[k] + domain->boxhi[k]));
    }
  }
}

void FixLastStep::post_run()
{
  forget();
  leave_particles();
  if (!in_time_steps(*update)) return;
  read_particles();
  memory_->last = present();
  for (int i = 0; i < atom->nlocal; ++i) memory_->rows.push_back(row_of(i));
}

// In a run the particles have the data of the last step. Between runs LAMMPS moves particles, but not their forces.
void FixLastStep::write_restart(FILE *fp)
{
  if (memory_->last && memory_->last->step != update->ntimestep) forget();
  if (!restart_peratom) forget();    // no set-up before: write_restart noinit, run pre no
  read_particles();
  LastStep last;
  rows_of_file_.assign(atom->nlocal, {});
  if (memory_->last) {
    prepare_rows_between_runs();
    last = *memory_->last;
  } else if (restart_peratom && in_time_steps(*update)) {
    for (int i = 0; i < atom->nlocal; ++i) rows_of_file_[i] = row_of(i);
    last = present();
  }
  memory_->in_file = last.step;
  const std::vector<char> bytes = to_bytes(last);
  if (comm->me != 0) return;
  const int size = static_cast<int>(bytes.size()) + checksum_place_bytes;
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(bytes.data(), 1, bytes.size(), fp);
  write_checksum_place(fp);
}

// LAMMPS calls this when it has closed the file. Files of several ranks (% in the name) have no checksum.
void FixLastStep::write_restart_file(const char *file)
{
  if (comm->me == 0 && !std::strchr(file, '%')) set_file_checksum(file);
}

// The next run begins with the same numbers as the one that reads the file.
void FixLastStep::prepare_rows_between_runs()
{
  std::vector<Row> &rows = rows_of_file_;
  rows = rows_of_present_particles();
  for (int i = 0; i < atom->nlocal; ++i)
    if (!is_same(i, rows[i])) rows[i] = {};
  if (domain->triclinic) {
    settle_positions();
    particles_changed();
  }
  for (int i = 0; i < atom->nlocal; ++i) {
    Numbers &numbers = rows[i].numbers;
    std::copy_n(atom->x[i], 3, numbers.data() + X);
    numbers[PLACE] = place_of(i);
    numbers[CHECK] = check_of(i, numbers);
  }
  memory_->rows = rows;
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
  const Row &row = rows_of_file_[i];
  buffer[0] = size_restart(i);    // LAMMPS requires the size in the first double
  buffer[1] = row.tag != 0;
  std::copy(row.numbers.begin(), row.numbers.end(), buffer + 2);
  if (i == atom->nlocal - 1) rows_of_file_ = std::vector<Row>();
  return size_restart(i);
}

void FixLastStep::unpack_restart(int i, int nth)
{
  const double *block = atom->extra[i];
  for (int k = 0; k < nth; ++k) block += static_cast<int>(*block);
  if (*block != size_restart(i) || block[1] != 1.0) return;
  Row row{atom->tag[i], {}};
  std::copy_n(block + 2, columns, row.numbers.begin());
  memory_->rows.push_back(row);
}

int FixLastStep::size_restart(int /*i*/)
{
  return 2 + columns;
}

int FixLastStep::maxsize_restart()
{
  return 2 + columns;
}

double FixLastStep::memory_usage()
{
  return static_cast<double>(memory_->rows.capacity() * sizeof(Row));
}

}    // namespace granular_srt
