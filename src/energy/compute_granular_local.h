#pragma once

#include "compute_granular_energy.h"

#include "engine/history/growing_doubles.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Region;
}

namespace granular_srt {

struct LedgerContact;

/// compute granular/local: one row per contact of two particles or of a particle and a wall, from the evaluation of the
/// step, with the columns that the command names. granular/energy/local is the same with fixed columns.
class ComputeGranularLocal : public LedgerCompute {
 public:
  /// \throws LAMMPS error for unknown columns, or without atom IDs
  ComputeGranularLocal(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  /// \throws LAMMPS error if the region does not exist
  void init() override;
  [[nodiscard]] bool needs_accounts() const override;
  void compute_local() override;
  double memory_usage() override { return bytes_of(values_, rows_); }

 private:
  std::vector<int> columns_;    ///< indices into the table of columns
  std::string region_id_;       ///< empty for contacts anywhere
  LAMMPS_NS::Region *region_ = nullptr;
  std::vector<double> values_;
  std::vector<double *> rows_;

  [[nodiscard]] bool is_mine(const LedgerContact &record) const;
};

}    // namespace granular_srt
