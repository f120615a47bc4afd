#pragma once

#include "ledger_state.h"

#include "engine/history/memory_usage.h"

#include "compute.h"
#include "fix.h"

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Region;
}

namespace granular_srt {

class FixEnergyLedger;
struct LedgerContact;

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

/// compute granular/atom: contacts of each particle, whether it is a rattler, its fabric, its part of the stress and of the
/// power that contacts turn into heat, from the contacts that the step has evaluated, with the columns that the command names.
/// granular/energy/atom is the same with the columns of the power.
class ComputeGranularAtom : public LedgerCompute {
 public:
  /// \throws LAMMPS error for unknown columns
  ComputeGranularAtom(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~ComputeGranularAtom() override;

  [[nodiscard]] bool needs_accounts() const override;
  void compute_peratom() override;
  int pack_forward_comm(int n, int *list, double *buffer, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buffer) override;
  double memory_usage() override;

 private:
  /// Sums over the contacts of a particle, in the order of the columns.
  enum Sum {
    contacts,
    bearing,
    fabric,
    stress = fabric + 6,
    sliding = stress + 9,
    rolling,
    twisting,
    power,
    sums = power + 6
  };
  /// Sums over contacts that bear load, with particles that are no rattlers.
  enum Backbone { partners, constraints, backbone_sums };

  std::vector<int> columns_;
  std::vector<double> sums_;        ///< [atom * sums + k]
  std::vector<double> backbone_;    ///< [atom * backbone_sums + k]
  std::vector<double> rattler_;     ///< [atom] 1 or 0
  int rows_ = 0;

  void add_up();
  void find_rattlers();
  [[nodiscard]] bool is_rattler(const double *of_backbone) const;
  template <class Add> void for_each_end(Add add) const;
};

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
