#include "contact_ledger.h"

#include "error.h"
#include "fix.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {

std::shared_ptr<ContactLedger> find_ledger(LAMMPS *lmp, const std::string &style, bool possible)
{
  for (const Fix *fix : lmp->modify->get_fix_list()) {
    const auto *keeper = dynamic_cast<const LedgerKeeper *>(fix);
    if (!keeper) continue;
    if (!possible)
      lmp->error->all(
          FLERR,
          "Compute granular/energy cannot be used with {} on a device or with full neighbor lists: "
          "use the style without /kk, or half lists on a host",
          style);
    keeper->ledger()->announce();
    return keeper->ledger();
  }
  return nullptr;
}

}    // namespace granular_srt
