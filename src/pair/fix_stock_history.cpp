#include "fix_stock_history.h"

#include "host/queries.h"

#include "atom.h"
#include "error.h"
#include "modify.h"
#include "utils.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // A fix with histories of one of LAMMPS' own pair styles, as the restart file names it.
  struct NamedFix {
    std::string id, style;
  };

  // LAMMPS numbers pair styles in the order of creation, including those of earlier simulations of a process. Older
  // releases have one pair style granular without a number.
  std::vector<NamedFix> stock_fixes(const Modify &modify, const std::string &prefix)
  {
    constexpr std::array<std::string_view, 3> styles = {"NEIGH_HISTORY", "NEIGH_HISTORY/KK/DEVICE",
                                                        "NEIGH_HISTORY/KK/HOST"};
    std::vector<NamedFix> found;
    for_each_fix_in_file(modify, [&](const std::string &id, const std::string &style) {
      const bool numbered =
          id == prefix || (id.starts_with(prefix) && utils::is_integer(id.substr(prefix.size())));
      if (numbered && std::ranges::count(styles, style) > 0) found.push_back({id, style});
    });
    std::ranges::sort(found, {}, [](const NamedFix &fix) { return std::pair(fix.id.size(), fix.id); });
    return found;
  }

}    // namespace

FixStockHistory::FixStockHistory(LAMMPS *lammps, int narg, char **arg) :
    Fix(lammps, narg, arg), blocks_(static_cast<std::size_t>(atom->nlocal))
{
  if (narg != 4)
    error->all(FLERR, "Illegal fix {}: pair style granular makes this fix, do not use it in an input script",
               style);
  delete[] style;
  style = utils::strdup(arg[3]);
}

void FixStockHistory::unpack_restart(int i, int nth)
{
  blocks_[i] = restart_block(lmp, i, nth);
}

int FixStockHistory::records(int i, int doubles) const
{
  const auto size = static_cast<double>(blocks_[i].size());
  if (size < 2.0) return -1;
  const double count = blocks_[i][1];
  return count >= 0.0 && 2.0 + count * (1 + doubles) == size ? static_cast<int>(count) : -1;
}

tagint FixStockHistory::partner(int i, int record, int doubles) const
{
  return static_cast<tagint>(ubuf(*record_of(i, record, doubles)).i);
}

const double *FixStockHistory::values(int i, int record, int doubles) const
{
  return record_of(i, record, doubles) + 1;
}

FixStockHistory *find_stock_histories(LAMMPS *lmp, const std::string &prefix, int place)
{
  const std::vector<NamedFix> fixes = stock_fixes(*lmp->modify, prefix);
  if (place >= std::ssize(fixes)) return nullptr;
  const NamedFix &fix = fixes[place];
  return dynamic_cast<FixStockHistory *>(
      lmp->modify->add_fix(fix.id + " all NEIGH_HISTORY_GRANULAR_SRT_STOCK " + fix.style));
}

}    // namespace granular_srt
