#include "stock_restart.h"
#include "gran_settings.h"
#include "history_fix.h"
#include "history_keeper.h"

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
#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // Of the LAMMPS whose file is being read.
  void check_stock_version(LAMMPS *lmp, const std::string &style)
  {
    if (!is_known_stock_restart(lmp->restart_ver))
      lmp->error->all(
          FLERR,
          "The restart file was written by the built-in pair style {} of LAMMPS version {}: this plugin "
          "reads such files of versions 20250204, 20250722 and 20260704 only. Read it with one of these "
          "without the plugin and write it again",
          style, lmp->restart_ver);
  }

  // The models are converted to the words of a pair_coeff command, so that all its checks apply.
  ModelSpec read_stock_models(LAMMPS *lmp, FILE *fp)
  {
    constexpr int longest_name = 256, most_coefficients = 64;
    constexpr double null_in_file = -1.0;
    std::vector<std::string> words;
    for (int axis = 0; axis < N_AXES; ++axis) {
      const int length = std::clamp(read_restart_value<int>(lmp, fp), 0, longest_name);
      std::string name(static_cast<std::size_t>(length), ' ');
      read_restart_bytes(lmp, fp, name.data(), length);
      if (axis != NORMAL) words.emplace_back(axis_names[axis]);
      words.push_back(name);
      const bool may_be_null = axis == TANGENTIAL && name.starts_with("mindlin");
      const int count = read_restart_value<int>(lmp, fp);
      if (count < 0 || count > most_coefficients)
        lmp->error->all(FLERR, "The restart file has {} coefficients of the {} model '{}': it is damaged",
                        count, axis_names[axis], name);
      for (int k = 0; k < count; ++k) {
        const auto value = read_restart_value<double>(lmp, fp);
        words.push_back(may_be_null && k == 0 && value == null_in_file ? "NULL"
                                                                       : fmt::format("{:.17g}", value));
      }
    }
    if (read_restart_value<int>(lmp, fp) != 0) words.emplace_back("limit_damping");

    LammpsWords reader(lmp, "restart file's pair_coeff", std::move(words));
    return parse_model_spec({}, reader);
  }

  ModelSpec read_stock_gran(LAMMPS *lmp, const std::string &style, GranLaw law, FILE *fp)
  {
    GranValues values{};
    const auto read = [&](double &value, const char *name, double largest) {
      value = read_restart_value<double>(lmp, fp);
      if (!(value >= 0.0 && value <= largest))
        lmp->error->all(FLERR,
                        "Illegal pair_style {} {} value {} in the restart file: must be >= 0 and <= {}",
                        style, name, value, largest);
    };
    constexpr double huge = std::numeric_limits<double>::max();
    read(values.K_n, "Kn", huge);
    read(values.K_t, "Kt", huge);
    read(values.gamma_n, "gamma_n", huge);
    read(values.gamma_t, "gamma_t", huge);
    read(values.xmu, "xmu", largest_xmu);
    if (read_restart_value<int>(lmp, fp) == 0) values.gamma_t = 0.0;
    return gran_models(law, values);
  }

  // LAMMPS would continue reading at a wrong position.
  void check_end_of_pairs(LAMMPS *lmp, FILE *fp, const PairSettings &settings)
  {
    // Number of the next part of the file, which LAMMPS reads: small, -1 at the end.
    constexpr int largest_flag = 1000;
    const int next = peek_restart_int(lmp, fp);
    bool all_types = true;
    for (int i = 1; i <= settings.types(); ++i) all_types = all_types && settings.has(i, i);
    if (!all_types || next < -1 || next == 0 || next > largest_flag)
      lmp->error->all(
          FLERR,
          "The coefficients of pair style {} in the restart file do not end where they should: it is damaged",
          settings.name);
  }

  // Reads which type pairs i <= j have coefficients, and gives them empty ones.
  void read_set_flags(LAMMPS *lmp, FILE *fp, PairSettings &settings)
  {
    for (int i = 1; i <= settings.types(); ++i)
      for (int j = i; j <= settings.types(); ++j) {
        const int flag = read_restart_value<int>(lmp, fp);
        if (flag != 0 && flag != 1)
          lmp->error->all(FLERR,
                          "The restart file has flag {} for types {} and {}: must be 0 or 1, it is damaged",
                          flag, i, j);
        if (flag == 1) settings.set(i, j, {});
      }
  }

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

StockRestart::StockRestart(LAMMPS *lammps, PairSettings &settings, FILE *fp) :
    Pointers(lammps), settings_{settings}, prefix_{"NEIGH_HISTORY_GRANULAR"}
{
  check_stock_version(lmp, settings_.name);
  auto *gran = dynamic_cast<GranSettings *>(&settings_);
  if (!gran) return;
  prefix_ = "NEIGH_HISTORY_HH";
  models_ = {read_stock_gran(lmp, settings_.name, gran->law, fp)};
  gran->set_law(models_.front());
}

void StockRestart::read_pairs(FILE *fp, HistoryKeeper &history)
{
  if (auto *gran = dynamic_cast<GranSettings *>(&settings_)) {
    read_set_flags(lmp, fp, settings_);
    gran->set_law(models_.front());
  } else {
    read_granular_pairs(fp);
  }
  check_end_of_pairs(lmp, fp, settings_);
  layout_ = common_layout([&](auto task) { std::ranges::for_each(models_, task); }, stock_history_doubles);
  if (layout_.size > 0) history.keep_restart_data();
  const contact::HistoryLayout layout = settings_.history_layout();
  if (layout.size > 0) history.expect(settings_.history_signature(layout));
  if (comm->me == 0)
    utils::logmesg(
        lmp,
        "pair {}: coefficients of LAMMPS' own style in the restart file. It does not have the cutoff of "
        "pair_style, limit_damping of gran/*, synchronized_verlet: give them again if they were used\n",
        settings_.name);
}

void StockRestart::read_granular_pairs(FILE *fp)
{
  const int count = read_restart_value<int>(lmp, fp);
  // LAMMPS removes unused models when there are this many
  const int most = (atom->ntypes + 1) * (atom->ntypes + 1) + 1;
  if (count < 0 || count > most)
    error->all(FLERR, "The restart file has {} models of pair style {}: must be at most {}, it is damaged",
               count, settings_.name, most);
  for (int k = 0; k < count; ++k) models_.push_back(read_stock_models(lmp, fp));

  for (int i = 1; i <= settings_.types(); ++i)
    for (int j = i; j <= settings_.types(); ++j) {
      const int set = read_restart_value<int>(lmp, fp);
      if (set == 0) continue;
      const auto cutoff = read_restart_value<double>(lmp, fp);
      const int index = read_restart_value<int>(lmp, fp);
      if (set != 1 || index < 0 || index >= count || !std::isfinite(cutoff))
        error->all(FLERR, "The restart file has model {} and cutoff {} for types {} and {}: it is damaged",
                   index, cutoff, i, j);
      settings_.set(i, j, {models_[index], cutoff});
    }
}

// Largest distance at which two atoms of this rank may touch, including the motion of the box after the last forces. 0 if
// they have no law.
double StockRestart::reach_of(int i, int j) const
{
  constexpr double margin = 1e-3;
  const int a = atom->type[i], b = atom->type[j];
  if (!settings_.has_law(a, b)) return 0.0;
  const auto law = settings_.law_of(a, b);
  const double sum = atom->radius[i] + atom->radius[j];
  return (1.0 + margin) * law.reach(sum, contact::effective_radius(atom->radius[i], atom->radius[j], sum));
}

// Number of sub-styles with the same kind of history that come before this one.
int StockRestart::place_in_hybrid(const HistoryFix &own) const
{
  const auto kind = [](const std::string &pair) { return pair.starts_with("gran/"); };
  int place = 0;
  for (const Fix *fix : modify->get_fix_list()) {
    if (fix == &own) break;
    const auto *other = dynamic_cast<const HistoryFix *>(fix);
    if (other && kind(other->pair_name()) == kind(settings_.name)) ++place;
  }
  return place;
}

// Both atoms of a contact have a record, each from its side. Records of rolling and twisting cannot be used: LAMMPS'
// style has changed the sign of one of the two, and the file does not say of which.
bool StockRestart::take_histories(HistoryFix &fix, const contact::HistoryLayout &layout) const
{
  const std::vector<HistoriesInFile> files = histories_in_file(*modify, prefix_);
  const int place = place_in_hybrid(fix);
  if (place >= std::ssize(files)) return false;
  const HistoriesInFile &file = files[place];
  *file.used = 1;

  const contact::HistoryLayout from =
      layout_.size > 0 ? layout_ : settings_.history_layout(stock_history_doubles);
  const int sliding = std::min(from.rolling, layout.rolling), of_record = 1 + from.size;
  std::unordered_map<tagint, int> index;
  for (int i = 0; i < atom->nlocal; ++i) index[atom->tag[i]] = i;

  enum { RECORDS, APART, TURNING, UNREADABLE, N_COUNTS };
  bigint mine[N_COUNTS] = {}, counts[N_COUNTS];
  for (int i = 0; i < atom->nlocal; ++i) {
    const std::span<const double> data = restart_block(lmp, i, file.nth);
    const bool is_new = atom->extra[i][0] == 0.0;    // FixRestartData
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
        buffer.resize(buffer.size() + layout.size - sliding, 0.0);
      }
      fix.set_records(i, buffer.data());
    }
  }

  if (comm->me != 0) return lost.empty();
  if (!lost.empty())
    error->warning(
        FLERR,
        "Pair style {}: the contact history of LAMMPS' own style in the restart file starts from zero: {}",
        settings_.name, lost);
  else
    utils::logmesg(lmp, "pair {}: history of {} contacts taken from LAMMPS' own style\n", settings_.name,
                   contacts(RECORDS));
  if (lost.empty() && counts[TURNING] > 0)
    error->warning(
        FLERR,
        "Pair style {}: the rolling and twisting springs of {} contacts start from zero: in restart files "
        "of LAMMPS' own style their signs are lost",
        settings_.name, contacts(TURNING));
  return lost.empty();
}

}    // namespace granular_srt
