#pragma once

#include "ledger_user.h"

#include "compute.h"

#include <vector>

namespace granular_srt {

struct LedgerContact;

/// compute granular/energy/local: one row per contact with its bodies, its place, what its springs store and the power
/// that it turns into heat, by mode.
class ComputeGranularEnergyLocal : public LAMMPS_NS::Compute {
 public:
  /// \throws LAMMPS error for further arguments, and without atom IDs
  ComputeGranularEnergyLocal(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ComputeGranularEnergyLocal(const ComputeGranularEnergyLocal &) = delete;
  ComputeGranularEnergyLocal &operator=(const ComputeGranularEnergyLocal &) = delete;
  ~ComputeGranularEnergyLocal() override;

  void init() override { ledger_.check_atoms(style); }
  void setup() override { ledger_.check_contacts(style); }
  void compute_local() override;
  double memory_usage() override;

 private:
  static constexpr int columns = 14;
  LedgerUser ledger_;
  std::vector<double> values_;
  std::vector<double *> rows_;

  [[nodiscard]] bool is_mine(const LedgerContact &record) const;
};

}    // namespace granular_srt
