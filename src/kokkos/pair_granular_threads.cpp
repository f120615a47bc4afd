#include "pair_granular_threads.h"
#include "shared_ghost_rows.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

using namespace LAMMPS_NS;

namespace granular_srt {

PairGranularThreads::PairGranularThreads(LAMMPS *lammps, const char *name) : PairGranularSrt(lammps, name)
{
  kokkosable = 1;
  execution_space = Host;
  datamask_read = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | TYPE_MASK | MASK_MASK | RMASS_MASK |
      RADIUS_MASK | TAG_MASK;
  datamask_modify = F_MASK | TORQUE_MASK;
}

std::string PairGranularThreads::evaluation_summary(const std::string &instruction_set) const
{
  return fmt::format("{}, on {} threads", instruction_set, threads_.count());
}

std::unique_ptr<GhostPacking> PairGranularThreads::make_ghost_packing()
{
  return make_kokkos_sphere_packing(lmp);
}

void PairGranularThreads::sync_host()
{
  atomKK->sync(Host, datamask_read);
}

void PairGranularThreads::compute(int eflag, int vflag)
{
  atomKK->sync(execution_space, datamask_read);
  PairGranularSrt::compute(eflag, vflag);
  atomKK->modified(execution_space, datamask_modify);
}

}    // namespace granular_srt
