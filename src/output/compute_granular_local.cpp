#include "computes.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

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
    [[nodiscard]] double stored(int mode) const { return c.factor() * c.account.stored[mode]; }
    // Powers of friction are shown as 0 where rounding makes them negative. Normal dashpots may give energy if the box moves
    // the bodies and they do not see it.
    [[nodiscard]] double heat_of(double contact::Dissipation<double>::*mode) const
    {
      const double power = c.factor() * (c.account.dissipated.*mode);
      return mode == &contact::Dissipation<double>::normal_damping ? power : std::max(power, 0.0);
    }
    [[nodiscard]] double sign() const { return swapped ? -1.0 : 1.0; }
  };

  struct Column {
    std::string name;
    std::function<double(const Row &)> value;
    bool of_account = false;
  };

  std::vector<Column> columns()
  {
    std::vector<Column> all;
    const auto number = [&](const char *name, double (*value)(const Row &)) { all.push_back({name, value}); };
    const auto vector = [&](const std::string &name, Vec3<double> (*of)(const Row &)) {
      all.push_back({name + "x", [of](const Row &r) { return of(r).x; }});
      all.push_back({name + "y", [of](const Row &r) { return of(r).y; }});
      all.push_back({name + "z", [of](const Row &r) { return of(r).z; }});
    };
    number("id1", [](const Row &r) { return r.id1; });
    number("id2", [](const Row &r) { return r.id2; });
    number("wall", [](const Row &r) { return static_cast<double>(r.c.wall_number); });
    number("part", [](const Row &r) { return static_cast<double>(r.c.part); });
    vector("", [](const Row &r) { return r.point; });
    vector("n", [](const Row &r) { return r.normal(); });
    number("distance", [](const Row &r) { return length(r.c.separation); });
    number("overlap", [](const Row &r) { return r.c.overlap; });
    vector("f", [](const Row &r) { return r.force(); });
    number("fn", [](const Row &r) { return r.c.factor() * r.c.loads.normal_force; });
    number("ft", [](const Row &r) { return length(r.sliding()); });
    vector("ft", [](const Row &r) { return r.sliding(); });
    number("rolling", [](const Row &r) { return length(r.rolling()); });
    vector("rolling", [](const Row &r) { return r.rolling(); });
    number("twisting", [](const Row &r) { return r.c.factor() * r.c.loads.twisting_torque; });
    vector("t1", [](const Row &r) { return r.torque1(); });
    vector("t2", [](const Row &r) { return r.torque2(); });
    number("slides", [](const Row &r) { return r.c.sliding_share(); });
    number("rolls", [](const Row &r) { return r.c.rolling_share(); });
    number("twists", [](const Row &r) { return r.c.twisting_share(); });
    for (int k = 0; k < contact::most_history_doubles; ++k)
      all.push_back({fmt::format("h{}", k + 1),
                     [k](const Row &r) { return k < std::ssize(r.history) ? r.history[k] : 0.0; }});
    number("heat", [](const Row &r) { return r.sign() * r.c.loads.heat; });
    constexpr const char *springs[contact::n_modes] = {"e_normal", "e_sliding", "e_rolling", "e_twisting"};
    for (int mode = 0; mode < contact::n_modes; ++mode)
      all.push_back({springs[mode], [mode](const Row &r) { return r.stored(mode); }, true});
    constexpr const char *stiffnesses[contact::n_modes] = {"kn", "kt", "kroll", "ktwist"};
    for (int mode = 0; mode < contact::n_modes; ++mode)
      all.push_back({stiffnesses[mode],
                     [mode](const Row &r) { return r.c.tangent_stiffness(static_cast<contact::Mode>(mode)); },
                     true});
    using Heat = contact::Dissipation<double>;
    const std::pair<const char *, double Heat::*> powers[] = {{"p_normal", &Heat::normal_damping},
                                                              {"p_dashpot", &Heat::sliding_damping},
                                                              {"p_sliding", &Heat::sliding},
                                                              {"p_rolling", &Heat::rolling},
                                                              {"p_twisting", &Heat::twisting}};
    for (const auto &[name, power] : powers)
      all.push_back({name, [power = power](const Row &r) { return r.heat_of(power); }, true});
    return all;
  }

  // Made when a deck first has the compute, and not when the plugin is loaded.
  const std::vector<Column> &known()
  {
    static const std::vector<Column> all = columns();
    return all;
  }

  constexpr const char *of_energies[] = {"id1",       "id2",       "x",         "y",          "z",
                                         "e_normal",  "e_sliding", "e_rolling", "e_twisting", "p_normal",
                                         "p_dashpot", "p_sliding", "p_rolling", "p_twisting"};

  // Words of the command: columns, and the keyword.
  std::vector<std::string> known_words()
  {
    std::vector<std::string> words;
    for (const Column &column : known()) words.emplace_back(column.name);
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
  return std::any_of(columns_.begin(), columns_.end(), [](int column) { return known()[column].of_account; });
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
  const std::vector<Column> &all = known();
  const StepContacts &contacts = keeper().contacts(style);
  for (const LedgerContact &record : contacts.all()) {
    if (!is_mine(record)) continue;
    const bool wall = record.j == LedgerContact::wall;
    const auto id_i = static_cast<double>(atom->tag[record.i]),
               id_j = wall ? 0.0 : static_cast<double>(atom->tag[record.j]);
    const bool swapped = !wall && id_j < id_i;
    double point[3];
    contact::store_vector(point,
                          contact::load_vector(atom->x[record.i]) - record.to_contact * record.separation);
    domain->remap(point);
    const Row row{record,  swapped ? id_j : id_i,   swapped ? id_i : id_j, contact::load_vector(point),
                  swapped, contacts.history(record)};
    if (region_ && !region_->match(row.point.x, row.point.y, row.point.z)) continue;
    for (const int column : columns_) values_.push_back(all[column].value(row));
  }
  const auto width = static_cast<std::ptrdiff_t>(columns_.size());
  size_local_rows = static_cast<int>(std::ssize(values_) / width);
  rows_.resize(size_local_rows);
  for (int k = 0; k < size_local_rows; ++k) rows_[k] = values_.data() + k * width;
  array_local = rows_.data();
  vector_local = values_.data();
}

}    // namespace granular_srt
