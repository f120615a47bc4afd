#pragma once

#include "entries.h"

#include "fix.h"

#include <string>

namespace granular_srt {

/// Entries of the ledger at the first set-up of a run after compute granular/energy was defined: the sums of this compute
/// begin there. The compute makes the fix, which keeps them in restart files.
class FixLedgerOrigin : public LAMMPS_NS::Fix {
 public:
  static constexpr const char *name = "GRANULAR_SRT_LEDGER_ORIGIN";    ///< style
  /// ID of the fix of a compute.
  static std::string id_of(const char *compute) { return std::string(name) + "_" + compute; }

  FixLedgerOrigin(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  int setmask() override { return 0; }
  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;

  [[nodiscard]] bool known() const { return known_; }
  void set(const LedgerEntries &entries);
  /// Entries since the origin; those of energies stored now remain as they are.
  [[nodiscard]] LedgerEntries since(LedgerEntries entries) const;

 private:
  bool known_ = false;
  LedgerEntries origin_{};
};

}    // namespace granular_srt
