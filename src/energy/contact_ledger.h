#pragma once

#include "ledger_state.h"

#include "engine/evaluate/account_sums.h"
#include "output/step_contacts.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Takes the account of all contacts of a force evaluation of this rank, from pair styles and walls.
///
/// With K the kinetic energy of velocities at mid-step, velocity Verlet changes K from one force evaluation to the next
/// by F_n . v_n dt, v_n: at the end of the step. The powers of single modes are those with v_n-1/2, which the laws see
/// and which are in the registers of the loop over contacts. What is missing, F_n . (v_n - v_n-1/2), is summed over particles.
class ContactLedger {
 public:
  LedgerState state;
  /// Part of what a contact with a wall dissipates that heats its particle; none if contacts heat no particles. With a
  /// value, pair styles and walls add what they add to the ledger to the heatflow of atoms too.
  std::optional<double> heat_at_walls;
  StepContacts contacts;    ///< where computes ask for rows, or particles may be deleted

  /// \name For pair styles and walls
  /// @{

  /// Counts a pair style or wall that will give its contacts.
  void announce() { ++announced_; }
  /// Whether pair styles and walls are to add their accounts in this force evaluation.
  [[nodiscard]] bool open() const { return open_; }
  /// Whether they are to add accounts, and not only the loads of single contacts.
  [[nodiscard]] bool wants_accounts() const { return wants_accounts_; }
  /// What LAMMPS has added to the velocities of images [atom * 3 + dimension] [length/time], null if nothing.
  [[nodiscard]] const double *image_velocity() const { return image_velocity_; }
  /// Radii of all particles before a fix changed them in this step [atom] [length], null if none does.
  [[nodiscard]] const double *radius_before() const { return radius_before_; }
  void add(ContactKind kind, const AccountTotals &totals);
  /// Adds the power of contacts with walls on the box, a part of their `carried` [energy/time].
  void add_box_power(double power);
  /// Adds the energy that a normal spring gains because its particles grow [energy].
  void add_growth(ContactKind kind, double energy) { add_without_motion(kind, contact::in_normal, energy); }
  /// Where `contacts` wants it; with the arguments of StepContacts::add().
  void add_contact(const LedgerContact &contact, std::span<const double> history);
  /// Sum of contact::virial_of_box() of all contacts between particles, where the pair style computes it [energy].
  void add_virial(const double *virial);
  /// Walls call these before and after they add their loads to the particles.
  void before_wall_loads(bool on_host) { on_wall_loads(-1.0, on_host); }
  void after_wall_loads(bool on_host) { on_wall_loads(1.0, on_host); }
  /// @}

  /// Is called with -1 before, and with 1 after a wall adds its loads, and whether it does so on the host.
  std::function<void(double, bool)> on_wall_loads = [](double, bool) {};

  /// Number of pair styles and walls that give their contacts.
  [[nodiscard]] int announced() const { return announced_; }
  void forget_announced() { announced_ = 0; }

  /// Deletes all contacts, before a force evaluation in which styles add them again.
  /// \param each      whether each contact is wanted
  /// \param accounts  whether accounts are
  void begin(bool each, bool accounts = true);
  /// Allows a force evaluation without begin(), as after `run ... pre no`. The contacts of the last step remain until
  /// a style adds the first new one.
  void expect()
  {
    contacts.want_those_of(nullptr);
    open_ = stale_ = wants_accounts_ = true;
  }
  /// Deletes contacts of the last step that remain after expect(), because the first new one comes or there is none.
  void delete_stale();
  void close() { open_ = false; }
  void set_radius_before(const double *radius) { radius_before_ = radius; }
  void set_image_velocity(const double *velocity) { image_velocity_ = velocity; }

  /// Power of the contacts of a kind in the last force evaluation, on their bodies, walls and the box [energy/time].
  [[nodiscard]] double power(ContactKind kind) const { return totals_[kind].value[AccountSums::power]; }
  /// Its part on walls or the box [energy/time].
  [[nodiscard]] double carried(ContactKind kind) const { return totals_[kind].value[AccountSums::carried]; }
  /// The part of carried(at_walls) on the box [energy/time].
  [[nodiscard]] double carried_by_box() const { return box_power_; }
  /// Sum over contacts between particles of the last force evaluation, xx yy zz xy xz yz [energy].
  [[nodiscard]] const std::array<double, 6> &virial() const { return virial_; }
  /// Adds what contacts have lost in a step to the state.
  /// \param dt  [time]
  void add_losses(double dt);
  /// Adds a change of stored energy that no motion has caused [energy].
  void add_without_motion(ContactKind kind, int mode, double energy);
  /// Writes the energy that contacts store now.
  /// \param in_setup  contacts that are found apart end in the first time step, with what they store
  void take_stored(LedgerStored &stored, bool in_setup) const;

 private:
  AccountTotals totals_[n_contact_kinds];
  std::array<double, 6> virial_{};
  const double *image_velocity_ = nullptr, *radius_before_ = nullptr;
  double box_power_ = 0.0;    ///< against walls [energy/time]
  int announced_ = 0;
  bool open_ = false, stale_ = false, wants_accounts_ = false;
};

/// The ledger, if a compute or fix of the deck needs one, else null. For the init() of pair styles and walls.
std::shared_ptr<ContactLedger> find_ledger(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
