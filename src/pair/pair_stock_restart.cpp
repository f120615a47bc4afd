// Restart files of LAMMPS' own pair_style granular and gran/*: coefficients, and the histories of their fix
// NEIGH_HISTORY.

#include "fix_stock_history.h"
#include "history_fix.h"
#include "pair_granular_srt.h"
#include "stock_models.h"

#include "host/lammps_versions.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

using namespace LAMMPS_NS;

namespace granular_srt {

void PairGranularSrt::read_stock_settings(FILE *)
{
  stock_.prefix = "NEIGH_HISTORY_GRANULAR";
  settings_.cutoff = -1.0;
  settings_.in_moving_box = false;
}

void PairGranularSrt::read_stock_pairs(FILE *fp)
{
  const int count = read_restart_value<int>(lmp, fp);
  // LAMMPS removes unused models when there are this many
  const int most = (atom->ntypes + 1) * (atom->ntypes + 1) + 1;
  if (count < 0 || count > most)
    error->all(FLERR, "The restart file has {} models of pair style {}: must be at most {}, it is damaged",
               count, name_, most);
  std::vector<ModelSpec> models;
  for (int k = 0; k < count; ++k) models.push_back(read_stock_models(lmp, fp));

  for (int i = 1; i <= settings_.types(); ++i)
    for (int j = i; j <= settings_.types(); ++j) {
      setflag[i][j] = read_restart_value<int>(lmp, fp);
      if (setflag[i][j] == 0) continue;
      const auto cutoff = read_restart_value<double>(lmp, fp);
      const int index = read_restart_value<int>(lmp, fp);
      if (setflag[i][j] != 1 || index < 0 || index >= count || !std::isfinite(cutoff))
        error->all(FLERR, "The restart file has model {} and cutoff {} for types {} and {}: it is damaged",
                   index, cutoff, i, j);
      settings_.set(i, j, {models[index], cutoff});
    }
  check_end_of_pairs(lmp, fp, name_, setflag);
  expect_stock_histories(models);
}

void PairGranularSrt::expect_stock_histories(const std::vector<ModelSpec> &models)
{
  stock_.layout = stock_layout(models);
  layout_ = settings_.history_layout();
  history_.expect(history_signature());
  if (comm->me == 0)
    utils::logmesg(
        lmp,
        "pair {}: coefficients of LAMMPS' own style in the restart file. It does not have the cutoff of "
        "pair_style, limit_damping of gran/*, synchronized_verlet: give them again if they were used\n",
        name_);
}

// The axes one after the other, each with as many doubles as the largest of all models needs.
contact::HistoryLayout PairGranularSrt::stock_layout(const std::vector<ModelSpec> &models) const
{
  int sizes[N_AXES] = {};
  bool stretches = false;
  for (const ModelSpec &spec : models) {
    stretches = stretches || acts_beyond_contact(spec);
    for (int axis = 0; axis < N_AXES; ++axis)
      sizes[axis] = std::max(sizes[axis], stock_history_doubles(static_cast<Axis>(axis), spec));
  }
  auto layout = contact::consecutive_layout(sizes[TANGENTIAL], sizes[ROLLING], sizes[TWISTING]);
  if (stretches) layout.size = std::max(layout.size, 1);
  return layout;
}

std::vector<ModelSpec> PairGranularSrt::present_models() const
{
  std::vector<ModelSpec> models;
  settings_.for_each([&](int, int, const TypePair &pair) { models.push_back(pair.spec); });
  return models;
}

// Largest distance at which two atoms of this rank may touch, including the motion of the box after the last forces.
double PairGranularSrt::reach_of(int i, int j) const
{
  constexpr double margin = 1e-3;
  const int a = atom->type[i], b = atom->type[j];
  const bool mixed = !settings_.has(a, b);
  const auto law =
      build_contact(settings_.of(a, mixed ? a : b).spec, settings_.of(mixed ? b : a, b).spec, mixed);
  const double sum = atom->radius[i] + atom->radius[j];
  return (1.0 + margin) * law.reach(sum, contact::effective_radius(atom->radius[i], atom->radius[j], sum));
}

// Number of sub-styles with the same kind of history that come before this one.
int PairGranularSrt::place_in_hybrid() const
{
  const auto kind = [](const std::string &pair) { return pair.starts_with("gran/"); };
  int place = 0;
  for (const Fix *fix : modify->get_fix_list()) {
    if (fix == history_.fix()) break;
    const auto *other = dynamic_cast<const HistoryFix *>(fix);
    if (other && kind(other->pair_name()) == kind(name_)) ++place;
  }
  return place;
}

// Both atoms of a contact have a record, each from its side. Records of rolling and twisting cannot be used: LAMMPS'
// style has changed the sign of one of the two, and the file does not say of which.
void PairGranularSrt::take_stock_histories()
{
  FixStockHistory *file = find_stock_histories(lmp, stock_.prefix, place_in_hybrid());
  if (!file) return;

  const contact::HistoryLayout from = stock_.layout.size > 0 ? stock_.layout : stock_layout(present_models());
  const int sliding = std::min(from.rolling, layout_.rolling);
  std::unordered_map<tagint, int> index;
  for (int i = 0; i < atom->nlocal; ++i) index[atom->tag[i]] = i;

  enum { RECORDS, APART, TURNING, UNREADABLE, N_COUNTS };
  bigint mine[N_COUNTS] = {}, counts[N_COUNTS];
  for (int i = 0; i < atom->nlocal; ++i) {
    const int records = file->records(i, from.size);
    if (records < 0) ++mine[UNREADABLE];
    for (int k = 0; k < records; ++k) {
      ++mine[RECORDS];
      const double *values = file->values(i, k, from.size);
      if (std::any_of(values + from.rolling, values + from.size, [](double h) { return h != 0.0; }))
        ++mine[TURNING];
      const auto partner = index.find(file->partner(i, k, from.size));
      if (partner == index.end()) continue;
      double d[3];
      for (int c = 0; c < 3; ++c) d[c] = atom->x[i][c] - atom->x[partner->second][c];
      minimum_image(*domain, d);
      if (std::hypot(d[0], d[1], d[2]) > reach_of(i, partner->second)) ++mine[APART];
    }
  }
  MPI_Allreduce(mine, counts, N_COUNTS, MPI_LMP_BIGINT, MPI_SUM, world);
  const auto contacts = [&](int what) { return (counts[what] + 1) / 2; };

  std::string lost;
  if (counts[UNREADABLE] > 0)
    lost = fmt::format("{} atoms have contacts of another kind than these models", counts[UNREADABLE]);
  else if (counts[APART] > 0)
    lost =
        fmt::format("{} of its {} contacts do not touch, as in files that the command write_restart writes "
                    "between runs; use the command restart",
                    contacts(APART), contacts(RECORDS));
  if (lost.empty()) {
    std::vector<double> buffer;
    for (int i = 0; i < atom->nlocal; ++i) {
      const int records = file->records(i, from.size);
      buffer.assign(1, records);
      for (int k = 0; k < records; ++k) {
        buffer.push_back(ubuf(file->partner(i, k, from.size)).d);
        const double *values = file->values(i, k, from.size);
        buffer.insert(buffer.end(), values, values + sliding);
        buffer.resize(buffer.size() + layout_.size - sliding, 0.0);
      }
      dynamic_cast<HistoryFix *>(history_.fix())->set_records(i, buffer.data());
    }
  }
  modify->delete_fix(file->id);
  if (lost.empty()) history_.starts_from_zero = false;

  if (comm->me != 0) return;
  if (!lost.empty())
    error->warning(
        FLERR,
        "Pair style {}: the contact history of LAMMPS' own style in the restart file starts from zero: {}",
        name_, lost);
  else
    utils::logmesg(lmp, "pair {}: history of {} contacts taken from LAMMPS' own style\n", name_,
                   contacts(RECORDS));
  if (lost.empty() && counts[TURNING] > 0)
    error->warning(
        FLERR,
        "Pair style {}: the rolling and twisting springs of {} contacts start from zero: in restart files "
        "of LAMMPS' own style their signs are lost",
        name_, contacts(TURNING));
}

}    // namespace granular_srt
