#pragma once

#include "pointers.h"

namespace LAMMPS_NS {
class Compute;
}

namespace granular_srt {

class FixEnergyLedger;

/// The fix that keeps the ledger, for a compute. The first compute makes it, the last one deletes it.
class LedgerUser {
 public:
  /// \param of_contacts  a compute that asks for single contacts in the steps of its `tlist`, else null
  explicit LedgerUser(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::Compute *of_contacts = nullptr);
  ~LedgerUser();
  LedgerUser(const LedgerUser &) = delete;
  LedgerUser &operator=(const LedgerUser &) = delete;

  /// \throws LAMMPS error if no pair style or wall gives its contacts
  void check(const char *style) const;
  [[nodiscard]] FixEnergyLedger &fix() const { return *fix_; }

 private:
  LAMMPS_NS::LAMMPS *lmp_;
  FixEnergyLedger *fix_;
  LAMMPS_NS::Compute *of_contacts_;
};

}    // namespace granular_srt
