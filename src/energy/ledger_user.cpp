#include "ledger_user.h"
#include "fix_energy_ledger.h"

#include "checks/contact_requirements.h"

#include "compute.h"
#include "error.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

LedgerUser::LedgerUser(LAMMPS *lmp, const Compute *compute) : lmp_{lmp}, compute_{compute}
{
  Modify *const modify = lmp->modify;
  Fix *fix = modify->get_fix_by_id(FixEnergyLedger::name);
  if (!fix) {
    // A plugin without /kk styles has no fix for a LAMMPS that runs with KOKKOS.
    const bool kokkos = lmp->kokkos && modify->fix_map->count(FixEnergyLedger::kokkos_style);
    fix = modify->add_fix(fmt::format("{} all {}", FixEnergyLedger::name,
                                      kokkos ? FixEnergyLedger::kokkos_style : FixEnergyLedger::name));
  }
  if (!dynamic_cast<FixEnergyLedger *>(fix))
    lmp->error->all(FLERR, "The fix ID {} is taken", FixEnergyLedger::name);
}

// LAMMPS deletes fixes before computes when it ends.
LedgerUser::~LedgerUser()
{
  Modify *const modify = lmp_->modify;
  if (!modify->get_fix_by_id(FixEnergyLedger::name)) return;
  const auto &computes = modify->get_compute_list();
  const auto needs_fix = [&](const Compute *other) { return other != compute_ && uses_ledger(other); };
  if (std::none_of(computes.begin(), computes.end(), needs_fix)) modify->delete_fix(FixEnergyLedger::name);
}

FixEnergyLedger &LedgerUser::fix() const
{
  auto *fix = dynamic_cast<FixEnergyLedger *>(lmp_->modify->get_fix_by_id(FixEnergyLedger::name));
  if (!fix)
    lmp_->error->all(
        FLERR,
        "Compute {} {} requires fix {}, which has been deleted: delete the compute and define it "
        "again",
        compute_->style, compute_->id, FixEnergyLedger::name);
  return *fix;
}

void LedgerUser::check_atoms(const char *style) const
{
  require_sphere_atoms(lmp_, std::string("compute ") + style, false);
}

void LedgerUser::check_contacts(const char *style) const
{
  if (fix().announced() == 0)
    lmp_->error->all(
        FLERR,
        "Compute {} requires pair style granular or gran/*, or fix wall/granular, of GRANULAR-SRT: none of "
        "them is there",
        style);
}

}    // namespace granular_srt
