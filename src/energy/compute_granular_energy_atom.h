#pragma once

#include "ledger_user.h"

#include "compute.h"

namespace granular_srt {

/// compute granular/energy/atom: power that the contacts of each atom turn into heat, all modes together and one by one.
/// Each body of a contact has half of it; beside a wall the particle has all.
class ComputeGranularEnergyAtom : public LAMMPS_NS::Compute {
 public:
  /// \throws LAMMPS error for further arguments
  ComputeGranularEnergyAtom(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~ComputeGranularEnergyAtom() override;
  ComputeGranularEnergyAtom(const ComputeGranularEnergyAtom &) = delete;
  ComputeGranularEnergyAtom &operator=(const ComputeGranularEnergyAtom &) = delete;

  void init() override { ledger_.check_atoms(style); }
  void setup() override { ledger_.check_contacts(style); }
  void compute_peratom() override;
  int pack_reverse_comm(int n, int first, double *buffer) override;
  void unpack_reverse_comm(int n, int *list, double *buffer) override;
  double memory_usage() override;

 private:
  static constexpr int columns = 6;
  LedgerUser ledger_;
  int rows_ = 0;
};

}    // namespace granular_srt
