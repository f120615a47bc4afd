#pragma once

#include "entries.h"
#include "contact_ledger.h"

#include <array>
#include <functional>
#include <vector>

namespace granular_srt {

/// The account of all contacts of this rank, without LAMMPS.
///
/// With K the kinetic energy of velocities at mid-step, velocity Verlet changes K from one force evaluation to the next
/// by F_n . v_n dt, v_n: at the end of the step. The powers of single modes are those with v_n-1/2, which the laws see
/// and which are in the registers of the loop over contacts. What is missing, F_n . (v_n - v_n-1/2), is summed over particles.
class Ledger final : public ContactLedger {
 public:
  LedgerState state;

  void announce() override { ++announced_; }
  [[nodiscard]] bool open() const override { return open_; }
  [[nodiscard]] bool wants_contacts() const override { return wants_contacts_; }
  [[nodiscard]] bool wants_contact(int i, int j) const override
  {
    return wants_contacts_ && (!only_of_ || (*only_of_)[i] || (*only_of_)[j]);
  }
  [[nodiscard]] const double *image_velocity() const override { return image_velocity_; }
  [[nodiscard]] const double *radius_before() const override { return radius_before_; }
  void add(Side side, const AccountTotals &totals) override;
  void add_growth(Side side, double energy) override { add_without_motion(side, contact::in_normal, energy); }
  void add_contact(const LedgerContact &contact) override;
  void add_box_power(double power) override;
  void add_virial(const double *virial) override;
  void before_wall_loads(bool on_host) override { tell_loads(-1.0, on_host); }
  void after_wall_loads(bool on_host) override { tell_loads(1.0, on_host); }

  /// Is called with -1 before, and with 1 after a wall adds its loads, and whether it does so on the host; may be empty.
  std::function<void(double, bool)> on_wall_loads;

  /// Number of pair styles and walls that give their contacts.
  [[nodiscard]] int announced() const { return announced_; }
  void forget_announced() { announced_ = 0; }

  /// Before a force evaluation: all contacts come anew.
  /// \param each  whether each contact is wanted too
  void begin(bool each);
  /// In this force evaluation contacts are wanted in any case.
  /// \param of  atoms whose contacts suffice [atom]; null for all
  void list_also(const std::vector<char> *of);
  /// Contacts may come anew; until some come, those of the last step remain.
  void expect() { open_ = stale_ = wants_contacts_ = true; }
  /// The force evaluation is over: if none has come, there is none.
  void take_none_as_none();
  void close() { open_ = false; }
  void set_radius_before(const double *radius) { radius_before_ = radius; }
  void set_image_velocity(const double *velocity) { image_velocity_ = velocity; }

  /// Power of a side's contacts in the last force evaluation on their bodies, and on walls and box [energy/time].
  [[nodiscard]] double power(Side side) const { return totals_[side].value[AccountSums::power]; }
  /// Its part on walls or box.
  [[nodiscard]] double carried(Side side) const { return totals_[side].value[AccountSums::carried]; }
  /// Its part on the box, of contacts with walls.
  [[nodiscard]] double carried_by_box() const { return box_power_; }
  /// Sum over contacts between particles of the last force evaluation, xx yy zz xy xz yz [energy].
  [[nodiscard]] const std::array<double, 6> &virial() const { return virial_; }
  /// Adds what contacts have lost in a step to the state.
  void add_losses(double dt);
  /// Stored energy has changed although nothing has moved.
  void add_without_motion(Side side, int mode, double energy);
  /// Energy that contacts store now.
  void take_stored(LedgerStored &stored) const;

  /// Contacts of the last force evaluation, if they were wanted.
  [[nodiscard]] const std::vector<LedgerContact> &contacts() const { return contacts_; }

 private:
  AccountTotals totals_[n_sides];
  std::array<double, 6> virial_{};
  std::vector<LedgerContact> contacts_;
  const std::vector<char> *only_of_ = nullptr;
  const double *image_velocity_ = nullptr, *radius_before_ = nullptr;
  double box_power_ = 0.0;    ///< against walls [energy/time]
  int announced_ = 0;
  bool open_ = false, stale_ = false, wants_contacts_ = false;

  void tell_loads(double sign, bool on_host) const
  {
    if (on_wall_loads) on_wall_loads(sign, on_host);
  }
};

}    // namespace granular_srt
