#include "fix_last_step_kokkos.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr unsigned long changed = X_MASK | F_MASK | TORQUE_MASK | IMAGE_MASK;
  constexpr unsigned long read =
      changed | V_MASK | OMEGA_MASK | RADIUS_MASK | RMASS_MASK | TAG_MASK | TYPE_MASK;

  // Restart files name the host fix, which has the same data.
  std::vector<char *> with_host_style(int narg, char **arg)
  {
    static char host_style[] = "GRANULAR_SRT_LAST_STEP";
    std::vector<char *> args(arg, arg + narg);
    args[2] = host_style;
    return args;
  }

}    // namespace

FixLastStepKokkos::FixLastStepKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixLastStep(lmp, narg, with_host_style(narg, arg).data()), atoms_{dynamic_cast<AtomKokkos *>(lmp->atom)}
{
  kokkosable = 1;
  execution_space = Host;
  datamask_read = datamask_modify = EMPTY_MASK;
}

void FixLastStepKokkos::read_particles()
{
  atoms_->sync(Host, read);
}

void FixLastStepKokkos::particles_changed()
{
  atoms_->modified(Host, changed);
}

}    // namespace granular_srt
