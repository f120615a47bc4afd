// Restart files of LAMMPS' own pair_style granular and gran/*: coefficients, and the histories of their fix
// NEIGH_HISTORY.

#include "history_fix.h"
#include "pair_granular_srt.h"
#include "stock_models.h"

#include "host/lammps_versions.h"
#include "host/queries.h"
#include "restart/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "modify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  /// A fix NEIGH_HISTORY in the restart file.
  struct HistoriesInFile {
    std::string id;
    int nth;      ///< of the fixes with data of particles
    int *used;    ///< LAMMPS warns of data of which this is 0
  };

  // Those of LAMMPS' own pair styles. It numbers them in the order of creation, including those of earlier simulations of
  // a process. Older releases have one pair style granular without a number.
  std::vector<HistoriesInFile> histories_in_file(const Modify &modify, const std::string &prefix)
  {
    constexpr std::array<std::string_view, 3> styles = {"NEIGH_HISTORY", "NEIGH_HISTORY/KK/DEVICE",
                                                        "NEIGH_HISTORY/KK/HOST"};
    std::vector<HistoriesInFile> found;
    int nth = 0;
    for_each_fix_in_file(modify, [&](const std::string &id, const std::string &style, int &used) {
      const bool numbered =
          id == prefix || (id.starts_with(prefix) && utils::is_integer(id.substr(prefix.size())));
      if (numbered && std::ranges::count(styles, style) > 0) found.push_back({id, nth, &used});
      ++nth;
    });
    std::ranges::sort(found, {}, [](const HistoriesInFile &one) { return std::pair(one.id.size(), one.id); });
    return found;
  }

  // Number of the records of an atom: an ID and this many doubles each, after the size of all data and this number. -1 if
  // the data have another size.
  int records_in(std::span<const double> data, int doubles)
  {
    const double count = data.size() < 2 ? -1.0 : data[1];
    return count >= 0.0 && 2.0 + count * (1 + doubles) == static_cast<double>(data.size())
        ? static_cast<int>(count)
        : -1;
  }

}    // namespace

void PairGranularSrt::read_stock_settings(FILE *)
{
  stock_.prefix = "NEIGH_HISTORY_GRANULAR";
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
  stock_.layout =
      common_layout([&](auto task) { std::ranges::for_each(models, task); }, stock_history_doubles);
  if (stock_.layout.size > 0) history_.keep_rows_of_restart();
  layout_ = settings_.history_layout();
  if (layout_.size > 0) history_.expect(history_signature());
  if (comm->me == 0)
    utils::logmesg(
        lmp,
        "pair {}: coefficients of LAMMPS' own style in the restart file. It does not have the cutoff of "
        "pair_style, limit_damping of gran/*, synchronized_verlet: give them again if they were used\n",
        name_);
}

// Largest distance at which two atoms of this rank may touch, including the motion of the box after the last forces. 0 if
// they have no law.
double PairGranularSrt::reach_of(int i, int j) const
{
  constexpr double margin = 1e-3;
  const int a = atom->type[i], b = atom->type[j];
  const bool mixed = !settings_.has(a, b);
  if (mixed &&
      (!settings_.has(a, a) || !settings_.has(b, b) ||
       first_difference(settings_.of(a, a).spec, settings_.of(b, b).spec) >= 0))
    return 0.0;
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
  const std::vector<HistoriesInFile> files = histories_in_file(*modify, stock_.prefix);
  const int place = place_in_hybrid();
  if (place >= std::ssize(files)) return;
  const HistoriesInFile &file = files[place];
  *file.used = 1;

  const contact::HistoryLayout from =
      stock_.layout.size > 0 ? stock_.layout : settings_.history_layout(stock_history_doubles);
  const int sliding = std::min(from.rolling, layout_.rolling), of_record = 1 + from.size;
  std::unordered_map<tagint, int> index;
  for (int i = 0; i < atom->nlocal; ++i) index[atom->tag[i]] = i;

  enum { RECORDS, APART, TURNING, UNREADABLE, N_COUNTS };
  bigint mine[N_COUNTS] = {}, counts[N_COUNTS];
  for (int i = 0; i < atom->nlocal; ++i) {
    const std::span<const double> data = restart_block(lmp, i, file.nth);
    const bool is_new = atom->extra[i][0] == 0.0;    // FixRestartRows
    const int records = is_new ? 0 : records_in(data, from.size);
    if (records < 0) ++mine[UNREADABLE];
    for (int k = 0; k < records; ++k) {
      ++mine[RECORDS];
      const std::span<const double> record = data.subspan(2 + k * of_record, of_record);
      if (std::ranges::any_of(record.subspan(1 + from.rolling), [](double h) { return h != 0.0; }))
        ++mine[TURNING];
      const auto partner = index.find(PartnerAtom::from_buffer(record[0]));
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
      const std::span<const double> data = restart_block(lmp, i, file.nth);
      buffer.assign(1, data.empty() ? 0.0 : data[1]);
      for (std::ptrdiff_t k = 2; k < std::ssize(data); k += of_record) {
        buffer.insert(buffer.end(), data.begin() + k, data.begin() + k + 1 + sliding);
        buffer.resize(buffer.size() + layout_.size - sliding, 0.0);
      }
      dynamic_cast<HistoryFix *>(history_.fix())->set_records(i, buffer.data());
    }
    history_.starts_from_zero = false;
  }

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
