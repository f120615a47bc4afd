#include "compute_granular_local.h"
#include "fix_energy_ledger.h"

#include "contact/static_layout.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using contact::Vec3;

  /// A contact as its columns show it: 1 is the atom with the smaller ID, or the particle beside a wall.
  struct Row {
    const LedgerContact &c;
    double id1, id2;
    Vec3<double> point;    ///< of the contact [length]
    bool swapped;          ///< 1 is atom j of the contact
    std::span<const double> history;

    [[nodiscard]] Vec3<double> normal() const { return sign() / length(c.separation) * c.separation; }
    [[nodiscard]] Vec3<double> force() const { return sign() * c.factor() * c.loads.force; }
    [[nodiscard]] Vec3<double> sliding() const { return sign() * c.factor() * c.loads.tangential_force; }
    [[nodiscard]] Vec3<double> rolling() const { return sign() * c.factor() * c.loads.rolling_torque; }
    [[nodiscard]] Vec3<double> torque1() const
    {
      return c.factor() * (swapped ? c.loads.torque_j : c.loads.torque_i);
    }
    [[nodiscard]] Vec3<double> torque2() const
    {
      return c.factor() * (swapped ? c.loads.torque_i : c.loads.torque_j);
    }
    [[nodiscard]] double stored(contact::Mode mode) const { return c.factor() * c.account.stored[mode]; }
    // powers are shown as 0 where rounding makes them negative
    [[nodiscard]] double heat_of(double contact::Dissipation<double>::*mode) const
    {
      return std::max(c.factor() * (c.account.dissipated.*mode), 0.0);
    }
    [[nodiscard]] double sign() const { return swapped ? -1.0 : 1.0; }
  };

  struct Column {
    const char *name;
    double (*value)(const Row &);
    bool of_account = false;
  };

  template <std::size_t k> double history_number(const Row &r)
  {
    return k < r.history.size() ? r.history[k] : 0.0;
  }

  using Heat = contact::Dissipation<double>;

  constexpr Column known[] = {
      {"id1", [](const Row &r) { return r.id1; }},
      {"id2", [](const Row &r) { return r.id2; }},
      {"wall", [](const Row &r) { return static_cast<double>(r.c.wall_number); }},
      {"part", [](const Row &r) { return static_cast<double>(r.c.part); }},
      {"x", [](const Row &r) { return r.point.x; }},
      {"y", [](const Row &r) { return r.point.y; }},
      {"z", [](const Row &r) { return r.point.z; }},
      {"nx", [](const Row &r) { return r.normal().x; }},
      {"ny", [](const Row &r) { return r.normal().y; }},
      {"nz", [](const Row &r) { return r.normal().z; }},
      {"distance", [](const Row &r) { return length(r.c.separation); }},
      {"overlap", [](const Row &r) { return r.c.overlap; }},
      {"fx", [](const Row &r) { return r.force().x; }},
      {"fy", [](const Row &r) { return r.force().y; }},
      {"fz", [](const Row &r) { return r.force().z; }},
      {"fn", [](const Row &r) { return r.c.factor() * r.c.loads.normal_force; }},
      {"ft", [](const Row &r) { return length(r.sliding()); }},
      {"ftx", [](const Row &r) { return r.sliding().x; }},
      {"fty", [](const Row &r) { return r.sliding().y; }},
      {"ftz", [](const Row &r) { return r.sliding().z; }},
      {"rolling", [](const Row &r) { return length(r.rolling()); }},
      {"rollingx", [](const Row &r) { return r.rolling().x; }},
      {"rollingy", [](const Row &r) { return r.rolling().y; }},
      {"rollingz", [](const Row &r) { return r.rolling().z; }},
      {"twisting", [](const Row &r) { return r.c.factor() * r.c.loads.twisting_torque; }},
      {"t1x", [](const Row &r) { return r.torque1().x; }},
      {"t1y", [](const Row &r) { return r.torque1().y; }},
      {"t1z", [](const Row &r) { return r.torque1().z; }},
      {"t2x", [](const Row &r) { return r.torque2().x; }},
      {"t2y", [](const Row &r) { return r.torque2().y; }},
      {"t2z", [](const Row &r) { return r.torque2().z; }},
      {"slides", [](const Row &r) { return r.c.sliding_share(); }},
      {"rolls", [](const Row &r) { return r.c.rolling_share(); }},
      {"twists", [](const Row &r) { return r.c.twisting_share(); }},
      {"h1", history_number<0>},
      {"h2", history_number<1>},
      {"h3", history_number<2>},
      {"h4", history_number<3>},
      {"h5", history_number<4>},
      {"h6", history_number<5>},
      {"h7", history_number<6>},
      {"h8", history_number<7>},
      {"h9", history_number<8>},
      {"h10", history_number<9>},
      {"h11", history_number<10>},
      {"h12", history_number<11>},
      {"h13", history_number<12>},
      {"h14", history_number<13>},
      {"heat", [](const Row &r) { return r.sign() * r.c.loads.heat; }},
      {"e_normal", [](const Row &r) { return r.stored(contact::in_normal); }, true},
      {"e_sliding", [](const Row &r) { return r.stored(contact::in_sliding); }, true},
      {"e_rolling", [](const Row &r) { return r.stored(contact::in_rolling); }, true},
      {"e_twisting", [](const Row &r) { return r.stored(contact::in_twisting); }, true},
      {"p_normal", [](const Row &r) { return r.heat_of(&Heat::normal_damping); }, true},
      {"p_dashpot", [](const Row &r) { return r.heat_of(&Heat::sliding_damping); }, true},
      {"p_sliding", [](const Row &r) { return r.heat_of(&Heat::sliding); }, true},
      {"p_rolling", [](const Row &r) { return r.heat_of(&Heat::rolling); }, true},
      {"p_twisting", [](const Row &r) { return r.heat_of(&Heat::twisting); }, true}};

  static_assert(contact::most_history_doubles == 14);    // columns h1 to h14

  constexpr const char *of_energies[] = {"id1",       "id2",       "x",         "y",          "z",
                                         "e_normal",  "e_sliding", "e_rolling", "e_twisting", "p_normal",
                                         "p_dashpot", "p_sliding", "p_rolling", "p_twisting"};

  // Words of the command: columns, and the keyword.
  std::vector<std::string> known_words()
  {
    std::vector<std::string> words;
    for (const Column &column : known) words.emplace_back(column.name);
    words.emplace_back("region");
    return words;
  }

}    // namespace

ComputeGranularLocal::ComputeGranularLocal(LAMMPS *lammps, int narg, char **arg) :
    LedgerCompute(lammps, narg, arg)
{
  if (!atom->tag_enable) error->all(FLERR, "Compute {} requires atoms with IDs", style);
  const std::vector<std::string> words = known_words();
  if (utils::strmatch(style, "^granular/energy/local")) {
    refuse_arguments(narg, arg);
    for (const char *name : of_energies) columns_.push_back(find_column(name, words));
  }
  for (int k = 3; k < narg; ++k) {
    if (std::strcmp(arg[k], "region") != 0) {
      columns_.push_back(find_column(arg[k], words));
    } else {
      if (++k == narg)
        error->all(FLERR, "Missing value of compute {} keyword region: must be a region ID", style);
      region_id_ = arg[k];
    }
  }
  require_columns(columns_, words);
  local_flag = timeflag = 1;
  size_local_cols = columns_.size() == 1 ? 0 : static_cast<int>(columns_.size());
}

void ComputeGranularLocal::init()
{
  LedgerCompute::init();
  if (region_id_.empty()) return;
  region_ = domain->get_region_by_id(region_id_);
  if (!region_) error->all(FLERR, "Region {} of compute {} {} does not exist", region_id_, style, id);
}

bool ComputeGranularLocal::needs_accounts() const
{
  return std::any_of(columns_.begin(), columns_.end(), [](int column) { return known[column].of_account; });
}

// Of a contact that is evaluated twice, one has the row: that whose atom has the smaller ID, or, where an atom touches its
// own image, lies on a given side.
bool ComputeGranularLocal::is_mine(const LedgerContact &record) const
{
  const int i = record.i, j = record.j;
  if (!(atom->mask[i] & groupbit)) return false;
  if (j == LedgerContact::wall) return true;
  if (!(atom->mask[j] & groupbit)) return false;
  if (!record.twice) return true;
  if (atom->tag[i] != atom->tag[j]) return atom->tag[i] < atom->tag[j];
  const Vec3<double> &d = record.separation;
  for (const double component : {d.z, d.y, d.x})
    if (std::fabs(component) > 0.1 * length(d)) return component > 0.0;
  return true;
}

void ComputeGranularLocal::compute_local()
{
  invoked_local = update->ntimestep;
  values_.clear();
  if (region_) region_->prematch();
  const FixEnergyLedger &fix = ledger();
  const std::shared_ptr<const ContactLedger> kept = fix.ledger();
  for (const LedgerContact &record : fix.contacts(style)) {
    if (!is_mine(record)) continue;
    const bool wall = record.j == LedgerContact::wall;
    const auto id_i = static_cast<double>(atom->tag[record.i]),
               id_j = wall ? 0.0 : static_cast<double>(atom->tag[record.j]);
    const bool swapped = !wall && id_j < id_i;
    double point[3];
    contact::store_vector(point,
                          contact::load_vector(atom->x[record.i]) - record.to_contact * record.separation);
    domain->remap(point);
    const Row row{record,  swapped ? id_j : id_i, swapped ? id_i : id_j, contact::load_vector(point),
                  swapped, kept->history(record)};
    if (region_ && !region_->match(row.point.x, row.point.y, row.point.z)) continue;
    for (const int column : columns_) values_.push_back(known[column].value(row));
  }
  const auto width = static_cast<std::ptrdiff_t>(columns_.size());
  size_local_rows = static_cast<int>(std::ssize(values_) / width);
  rows_.resize(size_local_rows);
  for (int k = 0; k < size_local_rows; ++k) rows_[k] = values_.data() + k * width;
  array_local = rows_.data();
  vector_local = values_.data();
}

}    // namespace granular_srt
