#pragma once

#include "ledger_compute.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Region;
}

namespace granular_srt {

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
