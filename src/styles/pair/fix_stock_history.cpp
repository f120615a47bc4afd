#include "fix_stock_history.h"

#include "atom.h"
#include "modify.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {

FixStockHistory::FixStockHistory(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), blocks_(static_cast<std::size_t>(atom->nlocal))
{
  delete[] style;
  style = utils::strdup("NEIGH_HISTORY");
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

// LAMMPS numbers pair styles as they are made, those of earlier simulations of a process as well.
FixStockHistory *find_stock_histories(LAMMPS *lmp, const std::string &prefix, int place)
{
  constexpr int most_pair_styles = 10000;
  for (int number = 0; number < most_pair_styles; ++number) {
    const std::string id = prefix + std::to_string(number);
    auto *fix =
        dynamic_cast<FixStockHistory *>(lmp->modify->add_fix(id + " all NEIGH_HISTORY_GRANULAR_SRT_STOCK"));
    if (fix->found() && place-- == 0) return fix;
    lmp->modify->delete_fix(id);
  }
  return nullptr;
}

}    // namespace granular_srt
