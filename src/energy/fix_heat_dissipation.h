#pragma once

#include "fix_energy_ledger.h"

namespace granular_srt {

/// fix heat/dissipation: what contacts dissipate heats their particles, half each. It is the dissipation of compute
/// granular/energy. Pair styles and walls add it to the heatflow of atoms, which LAMMPS' fix heat/flow integrates.
class FixHeatDissipation : public LAMMPS_NS::Fix {
 public:
  /// \throws LAMMPS error for wrong arguments, or for a second fix like this
  FixHeatDissipation(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  /// Deletes the fix that keeps the ledger if nothing else uses it.
  ~FixHeatDissipation() override;
  FixHeatDissipation(const FixHeatDissipation &) = delete;
  FixHeatDissipation &operator=(const FixHeatDissipation &) = delete;

  void post_constructor() override { FixEnergyLedger::make(lmp); }
  int setmask() override { return 0; }
  /// \throws LAMMPS error without temperature and heatflow of atoms or without fix heat/flow
  void init() override;
  /// \throws LAMMPS error if no pair style or wall gives its contacts
  void setup(int vflag) override;

  /// Part of the heat of a contact with a wall that its particle takes.
  [[nodiscard]] double part_at_walls() const { return part_at_walls_; }

 private:
  double part_at_walls_ = 1.0;
};

/// For styles that evaluate contacts on a device, where no heat is added to atoms.
/// \throws LAMMPS error if there is a fix heat/dissipation
void refuse_heat_on_device(LAMMPS_NS::LAMMPS *lmp, const ContactLedger &ledger, const std::string &style);

}    // namespace granular_srt
