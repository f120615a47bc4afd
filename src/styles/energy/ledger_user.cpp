#include "ledger_user.h"

#include "fix_energy_ledger.h"

#include "styles/contact_requirements.h"

#include "error.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

LedgerUser::LedgerUser(LAMMPS *lmp, Compute *of_contacts) : lmp_{lmp}, of_contacts_{of_contacts}
{
  Modify *const modify = lmp->modify;
  Fix *fix = modify->get_fix_by_id(FixEnergyLedger::name);
  if (!fix) {
    // A plugin without /kk styles has no fix for a LAMMPS that runs with KOKKOS.
    const bool kokkos = lmp->kokkos && modify->fix_map->count(FixEnergyLedger::kokkos_style);
    fix = modify->add_fix(fmt::format("{} all {}", FixEnergyLedger::name,
                                      kokkos ? FixEnergyLedger::kokkos_style : FixEnergyLedger::name));
  }
  fix_ = dynamic_cast<FixEnergyLedger *>(fix);
  if (!fix_) lmp->error->all(FLERR, "The fix ID {} is taken", FixEnergyLedger::name);
  ++fix_->users;
  if (of_contacts) fix_->of_contacts.push_back(of_contacts);
}

// LAMMPS deletes fixes before computes when it ends.
LedgerUser::~LedgerUser()
{
  if (!lmp_->modify->get_fix_by_id(FixEnergyLedger::name)) return;
  auto &list = fix_->of_contacts;
  list.erase(std::remove(list.begin(), list.end(), of_contacts_), list.end());
  if (--fix_->users == 0) lmp_->modify->delete_fix(FixEnergyLedger::name);
}

void LedgerUser::check(const char *style) const
{
  require_sphere_atoms(lmp_, std::string("compute ") + style, false);
  if (fix_->announced() == 0)
    lmp_->error->all(
        FLERR,
        "Compute {} requires pair style granular or gran/*, or fix wall/granular, of GRANULAR-SRT: none of "
        "them is there",
        style);
}

}    // namespace granular_srt
