#pragma once

#include "energy/fix_energy_ledger.h"

namespace granular_srt {

/// The fix of the ledger of energy in a LAMMPS that runs with KOKKOS. Where /kk styles compute on a device, or on a host
/// with `package kokkos neigh full`, sums over particles are taken there, unless pair styles add loads to ghosts.
class FixEnergyLedgerKokkos : public FixEnergyLedger {
 public:
  FixEnergyLedgerKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  void init() override;

 protected:
  void sync_host(unsigned long arrays) const override;
};

}    // namespace granular_srt
