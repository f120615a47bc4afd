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

void PairGranularThreads::init_style()
{
  atomKK->sync(Host, RADIUS_MASK | TYPE_MASK | MASK_MASK);
  PairGranularSrt::init_style();
}

double PairGranularThreads::single(int i, int j, int itype, int jtype, double rsq, double factor_coul,
                                   double factor_lj, double &fforce)
{
  atomKK->sync(Host, datamask_read);
  return PairGranularSrt::single(i, j, itype, jtype, rsq, factor_coul, factor_lj, fforce);
}

double PairGranularThreads::contact_energy(double pressure)
{
  atomKK->sync(Host, RADIUS_MASK);
  return PairGranularSrt::contact_energy(pressure);
}

}    // namespace granular_srt
