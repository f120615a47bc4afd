#pragma once

#include "ledger.h"

#include "styles/carries_state.h"

#include "fix.h"

#include <memory>
#include <vector>

namespace granular_srt {

/// Keeps the ledger of energy in the time step of LAMMPS: calls it before and after the forces, adds up what is not a
/// contact's, and writes the sums into restart files. The computes of this folder make it; it has the same name in each
/// deck, so that it finds its sums in a restart file.
class FixEnergyLedger : public LAMMPS_NS::Fix, public LedgerKeeper, public CarriesState {
 public:
  static constexpr const char *name = "GRANULAR_SRT_LEDGER";    ///< ID and style

  FixEnergyLedger(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  int setmask() override;
  /// \throws LAMMPS error for run_style respa
  void init() override;
  void setup_pre_neighbor() override { ledger_->begin(); }
  void setup(int vflag) override;
  void post_integrate() override;
  void pre_neighbor() override;
  void end_of_step() override;
  void post_run() override;
  int pack_forward_comm(int n, int *list, double *buffer, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buffer) override;
  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;
  double memory_usage() override;

  /// A run that goes on has the sums and powers of the last step.
  [[nodiscard]] CarriedState carried_state() const override;
  void go_on_after_forces(const CarriedState &state) override;

  [[nodiscard]] std::shared_ptr<ContactLedger> ledger() const override { return ledger_; }
  /// Contacts of the last force evaluation.
  [[nodiscard]] const std::vector<LedgerRecord> &contacts() const { return ledger_->contacts(); }
  /// Number of pair styles and walls that give their contacts.
  [[nodiscard]] int announced() const { return ledger_->announced(); }
  /// The vector of compute granular/energy. Collective over all ranks.
  [[nodiscard]] LedgerEntries entries();

  int users = 0;    ///< computes that need this fix

 private:
  std::shared_ptr<Ledger> ledger_ = std::make_shared<Ledger>();
  std::vector<LedgerVelocity> velocities_;    ///< [atom] at the end of the step, of ghosts too
  double inertia_ = 0.4;                      ///< of a particle in units of m r^2
  double dt_ = 0.0;                           ///< of the present step
  LedgerStored kinetic_;                      ///< before particles may come and go
  bool begun_ = false;                        ///< there is a step from which energies count
  bool setup_waits_ = false;                  ///< the forces of a set-up are not in the sums yet
  bool box_waits_ = false;    ///< fix deform moves the box for the first time after the present step

  void take_kinetic(LedgerStored &stored) const;
  [[nodiscard]] double half_step(double dt) const;
  void take_velocities();
  [[nodiscard]] bool deform_follows_forces() const;
  [[nodiscard]] LedgerPower powers(bool box_moves) const;
  [[nodiscard]] double power_of_box_on_velocities() const;
  [[nodiscard]] double power_of_gravity() const;
  void finish_setup();
  [[nodiscard]] LedgerState sum_over_ranks() const;
};

}    // namespace granular_srt
