#pragma once

#include "compute_granular_energy.h"

#include <vector>

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

}    // namespace granular_srt
