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
  LedgerUser(LAMMPS_NS::LAMMPS *lmp, const LAMMPS_NS::Compute *compute);
  ~LedgerUser();
  LedgerUser(const LedgerUser &) = delete;
  LedgerUser &operator=(const LedgerUser &) = delete;

  /// \throws LAMMPS error unless atoms are spheres
  void check_atoms(const char *style) const;
  /// After the initialization of all pair styles and fixes; LAMMPS initializes computes before fixes.
  /// \throws LAMMPS error if no pair style or wall gives its contacts
  void check_contacts(const char *style) const;
  /// \throws LAMMPS error if the deck has deleted it
  [[nodiscard]] FixEnergyLedger &fix() const;

 private:
  LAMMPS_NS::LAMMPS *lmp_;
  const LAMMPS_NS::Compute *compute_;
};

}    // namespace granular_srt
