#pragma once

#include "ledger_state.h"

#include "compute.h"
#include "fix.h"

#include <optional>
#include <string>
#include <vector>

namespace granular_srt {

class FixEnergyLedger;

/// What the computes granular/* share: the fix that keeps the ledger. The first compute makes it, the last one
/// deletes it.
class LedgerCompute : public LAMMPS_NS::Compute {
 public:
  LedgerCompute(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~LedgerCompute() override;
  LedgerCompute(const LedgerCompute &) = delete;
  LedgerCompute &operator=(const LedgerCompute &) = delete;

  /// \throws LAMMPS error unless atoms are spheres
  void init() override;
  /// After the initialization of all pair styles and fixes; LAMMPS initializes computes before fixes.
  /// \throws LAMMPS error if no pair style or wall gives its contacts
  void setup() override;
  /// Whether it uses the accounts of contacts, and not only their loads.
  [[nodiscard]] virtual bool needs_accounts() const { return true; }
  int pack_reverse_comm(int n, int first, double *buffer) override;
  void unpack_reverse_comm(int n, int *list, double *buffer) override;

 protected:
  /// \throws LAMMPS error if the deck has deleted the fix
  [[nodiscard]] FixEnergyLedger &ledger() const;
  /// \throws LAMMPS error for further arguments
  void refuse_arguments(int narg, char **arg) const;
  /// Index of a column.
  /// \throws LAMMPS error with the known words, if it is not one of `names`
  [[nodiscard]] int find_column(const std::string &name, const std::vector<std::string> &names) const;
  /// \throws LAMMPS error with the known words, if a command has named none
  void require_columns(const std::vector<int> &columns, const std::vector<std::string> &names) const;
  /// With newton on, adds the rows of ghosts to those of their atoms.
  /// \param rows  [atom * width + column]
  void sum_over_ranks(double *rows, int width);

 private:
  double *sent_ = nullptr;    ///< rows that sum_over_ranks() is adding
  int width_ = 0;
};

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
