#include "fix_energy_ledger_kokkos.h"
#include "device_body_sums.h"
#include "host_style.h"

#include "kokkos.h"

#include <type_traits>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  char ledger_style[] = "GRANULAR_SRT_LEDGER";

}    // namespace

FixEnergyLedgerKokkos::FixEnergyLedgerKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixEnergyLedger(lmp, narg, with_style(ledger_style, narg, arg).data()), atoms_{dynamic_cast<AtomKokkos *>(
                                                                                lmp->atom)}
{
  constexpr bool has_gpu = !std::is_same_v<LMPDeviceType, LMPHostType>;
  if (!has_gpu && lmp->kokkos->neighflag != FULL) return;
  bodies_ = std::make_unique<DeviceBodySums>(lmp);
  kokkosable = 1;
  execution_space = SphereViews::space;
  datamask_read = EMPTY_MASK;    // the sums synchronize the arrays that they need
}

void FixEnergyLedgerKokkos::sync_host(unsigned long arrays)
{
  atoms_->sync(Host, arrays);
}

}    // namespace granular_srt
