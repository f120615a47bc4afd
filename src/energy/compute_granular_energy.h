#pragma once

#include "ledger_state.h"

#include "output/ledger_compute.h"

#include "fix.h"

#include <optional>
#include <string>

namespace granular_srt {

/// compute granular/energy: where the energy of all particles is, and where it has gone. The entries of the vector are
/// those of LedgerEntries; the scalar is all energy stored now.
class ComputeGranularEnergy : public LedgerCompute {
 public:
  /// \throws LAMMPS error for further arguments, or if the group is not all
  ComputeGranularEnergy(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~ComputeGranularEnergy() override;

  double compute_scalar() override;
  void compute_vector() override;

 private:
  [[nodiscard]] LedgerEntries entries() const;
};

/// Entries of the ledger at the first set-up of a run after compute granular/energy was defined: the sums of this compute
/// begin there. The compute makes the fix, which keeps them in restart files.
class FixLedgerOrigin : public LAMMPS_NS::Fix {
 public:
  static constexpr const char *name = "GRANULAR_SRT_LEDGER_ORIGIN";    ///< style
  /// ID of the fix of a compute.
  static std::string id_of(const char *compute) { return std::string(name) + "_" + compute; }

  FixLedgerOrigin(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  int setmask() override { return 0; }
  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;

  [[nodiscard]] bool known() const { return origin_.has_value(); }
  void set(const LedgerEntries &entries) { origin_ = entries; }
  /// Entries since the origin, or since now if it is not known yet; those of energies stored now remain as they are.
  [[nodiscard]] LedgerEntries since(LedgerEntries entries) const;

 private:
  std::optional<LedgerEntries> origin_;
};

}    // namespace granular_srt
