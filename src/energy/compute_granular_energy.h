#pragma once

#include "entries.h"
#include "ledger_user.h"

#include "compute.h"

namespace granular_srt {

/// compute granular/energy: where the energy of all particles is, and where it has gone. The entries of the vector are
/// those of LedgerEntries; the scalar is all energy stored now.
class ComputeGranularEnergy : public LAMMPS_NS::Compute {
 public:
  /// \throws LAMMPS error for further arguments, and if the group is not all
  ComputeGranularEnergy(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~ComputeGranularEnergy() override;
  ComputeGranularEnergy(const ComputeGranularEnergy &) = delete;
  ComputeGranularEnergy &operator=(const ComputeGranularEnergy &) = delete;

  void init() override { ledger_.check_atoms(style); }
  void setup() override { ledger_.check_contacts(style); }
  double compute_scalar() override;
  void compute_vector() override;

 private:
  [[nodiscard]] LedgerEntries entries() const;

  LedgerUser ledger_;
};

}    // namespace granular_srt
