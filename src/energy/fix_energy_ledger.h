#pragma once

#include "body_sums.h"
#include "contact_ledger.h"
#include "deleted_contacts.h"

#include "output/ledger_compute.h"
#include "restart/exact_restart.h"

#include "fix.h"

#include <memory>
#include <string>
#include <vector>

namespace granular_srt {

/// Keeps the ledger of energy in the time step of LAMMPS: calls it before and after the forces, adds up what is not a
/// contact's, and writes the sums into restart files. The computes granular/* and fix heat/dissipation make it; it
/// has the same name in each deck, so that it finds its sums in a restart file.
class FixEnergyLedger : public LAMMPS_NS::Fix, public ExactRestart, public ContactKeeper {
 public:
  FixEnergyLedger(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  int setmask() override;
  /// \throws LAMMPS error for run_style respa
  void init() override;
  void setup_pre_neighbor() override;
  void setup(int vflag) override;
  void post_integrate() override;
  void pre_exchange() override;
  void pre_neighbor() override;
  void setup_pre_force(int vflag) override;
  void pre_force(int vflag) override;
  void pre_reverse(int eflag, int vflag) override;
  void post_force(int vflag) override;
  void final_integrate() override { step_waits_ = keeps_sums_; }
  void end_of_step() override;
  void post_run() override;
  int pack_forward_comm(int n, int *list, double *buffer, int pbc_flag, int *pbc) override;
  void unpack_forward_comm(int n, int first, double *buffer) override;
  int pack_reverse_comm(int n, int first, double *buffer) override;
  void unpack_reverse_comm(int n, int *list, double *buffer) override;
  void write_restart(FILE *fp) override;
  void restart(char *buffer) override;
  double memory_usage() override;

  /// A run that goes on has the sums of each rank and, after a replay, the powers of the last step.
  [[nodiscard]] RestartState restart_state() const override;
  void restore(const RestartState &state) override;
  void restore_after_replay(const RestartState &state) override;

  [[nodiscard]] std::shared_ptr<ContactLedger> ledger() const { return ledger_; }
  [[nodiscard]] const StepContacts &contacts(const char *compute_style) const override;
  [[nodiscard]] int givers() const override { return ledger_->announced(); }
  /// The vector of compute granular/energy, from the end of a step or the forces of a set-up on: other fixes may ask
  /// before this one has its turn. Collective over all ranks.
  [[nodiscard]] LedgerEntries entries();

 protected:
  std::unique_ptr<BodySums> bodies_;

  /// Copies per-atom arrays from the device to the host, if there is a device.
  virtual void sync_host(unsigned long /*arrays*/) const {}

 private:
  /// Power of all forces on the particles, of their weight, and of their contacts [energy/time].
  struct ForcePower {
    double of_all, of_gravity, of_contacts;
    /// Of other forces.
    [[nodiscard]] double rest() const { return of_all - of_gravity - of_contacts; }
  };
  /// Power of the box: on the velocities of the particles that it moves, and by the change of its rate since the forces
  /// were computed [energy/time].
  struct BoxPower {
    double on_velocities, of_rate_change;
  };

  std::shared_ptr<ContactLedger> ledger_ = std::make_shared<ContactLedger>();
  DeletedContacts deleted_contacts_{lmp};
  RigidSums rigid_{lmp};
  std::vector<double> radius_before_;     ///< [atom], before a fix changes it
  std::vector<double> image_velocity_;    ///< [atom * 3 + dimension]
  double dt_ = 0.0;                       ///< of the present step
  KineticEnergy kinetic_{};               ///< before particles come, go or grow
  ForcePower mid_{};                      ///< with the velocities of mid-step
  barostat::Voigt rate_of_forces_{};      ///< of the box, when the forces were computed [1/time]
  double box_at_setup_ = 0.0;             ///< BoxPower::on_velocities
  bool is_first_before_exchange_ = false, is_last_of_forces_ = false;    ///< among the fixes
  bool particles_grow_ = false;                                          ///< a fix changes radii
  bool rigid_bodies_ = false;                                            ///< there are some
  std::string warned_;                                                   ///< fixes of the last warning
  bool keeps_sums_ = true;                  ///< compute granular/energy is there: each step counts
  bool others_push_ = false;                ///< a fix adds forces that are neither weight nor a contact's
  bool begun_ = false;                      ///< there is a step from which energies count
  bool setup_waits_ = false;                ///< the forces of a set-up are not in the sums yet
  bool step_waits_ = false;                 ///< nor are those of a step
  bool kinetic_waits_ = false;              ///< it is not in the state yet
  bool half_step_waits_ = false;            ///< LedgerStored::half_step of a set-up is not known yet
  LAMMPS_NS::bigint contacts_step_ = -1;    ///< that has single contacts
  std::vector<LAMMPS_NS::tagint> atoms_;    ///< IDs at the end of the last run

  void find_place_among_fixes();
  [[nodiscard]] bool wants_contacts(bool with_accounts) const;
  void begin_step();
  [[nodiscard]] KineticEnergy kinetic() const;
  void keep_velocities();
  [[nodiscard]] ForcePower power_of_forces(bool kept) const;
  void stop_in_minimization(const char *compute_style) const;
  [[nodiscard]] BoxPower power_of_box() const;
  [[nodiscard]] LedgerPower powers(const ForcePower &mid, const ForcePower &full, const BoxPower &box) const;
  void take_setup();
  void add_setup();
  void finish_setup();
  void add_step();
  void set_half_step(double change);
  void begin_computes();
  void add_kinetic(const KineticEnergy &now);
  void take_radii();
  void finish_step();
  [[nodiscard]] LedgerState sum_over_ranks() const;
};

}    // namespace granular_srt
