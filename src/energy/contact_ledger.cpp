#include "contact_ledger.h"

#include "fix.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {

std::shared_ptr<ContactLedger> find_ledger(LAMMPS *lmp)
{
  for (const Fix *fix : lmp->modify->get_fix_list()) {
    const auto *keeper = dynamic_cast<const LedgerKeeper *>(fix);
    if (!keeper) continue;
    keeper->ledger()->announce();
    return keeper->ledger();
  }
  return nullptr;
}

}    // namespace granular_srt
