#include "fix_last_step_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr unsigned long last_step_changes = X_MASK | F_MASK | TORQUE_MASK | IMAGE_MASK;
  constexpr unsigned long last_step_reads =
      last_step_changes | V_MASK | OMEGA_MASK | RADIUS_MASK | RMASS_MASK | TAG_MASK | TYPE_MASK;

}    // namespace

FixLastStepKokkos::FixLastStepKokkos(LAMMPS *lammps, int narg, char **arg) : FixLastStep(lammps, narg, arg)
{
  // the name in restart files: data of the host style and of this one are the same
  delete[] style;
  style = utils::strdup("GRANULAR_SRT_LAST_STEP");
  kokkosable = 1;
}

void FixLastStepKokkos::read_particles()
{
  atomKK->sync(Host, last_step_reads);
}

void FixLastStepKokkos::particles_changed()
{
  atomKK->modified(Host, last_step_changes);
}

void FixLastStepKokkos::set_up(Fix &fix, int vflag)
{
  atomKK->sync(fix.execution_space, fix.datamask_read);
  fix.setup(vflag);
  atomKK->modified(fix.execution_space, fix.datamask_modify);
}

}    // namespace granular_srt
