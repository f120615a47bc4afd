#pragma once

#include "restart/restart_block.h"

#include "fix.h"

#include <string>
#include <vector>

namespace granular_srt {

/// Reads the contact histories that a fix NEIGH_HISTORY of LAMMPS' own pair styles, or its /kk form, has written to a
/// restart file. LAMMPS gives them to a fix of the same ID and style; this fix therefore uses both. It exists only
/// while the file is read.
class FixStockHistory : public LAMMPS_NS::Fix {
 public:
  /// Arguments: ID in the file, group, style, style in the file.
  FixStockHistory(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  int setmask() override { return 0; }
  void unpack_restart(int i, int nth) override;

  /// Number of records of an atom: an ID and doubles each. -1 if the file is damaged or has another number of doubles.
  [[nodiscard]] int records(int i, int doubles) const;
  [[nodiscard]] LAMMPS_NS::tagint partner(int i, int record, int doubles) const;
  /// History from the side of atom i.
  [[nodiscard]] const double *values(int i, int record, int doubles) const;

 private:
  std::vector<std::span<const double>> blocks_;    // [atom] size, number of records, records

  [[nodiscard]] const double *record_of(int i, int record, int doubles) const
  {
    return blocks_[i].data() + 2 + static_cast<std::ptrdiff_t>(record) * (1 + doubles);
  }
};

/// Creates the fix for the histories of a restart file with this index among those whose IDs begin with `prefix`. The
/// caller deletes it before LAMMPS has initialized its fixes. Null if there are none. Collective.
FixStockHistory *find_stock_histories(LAMMPS_NS::LAMMPS *lmp, const std::string &prefix, int place);

}    // namespace granular_srt
