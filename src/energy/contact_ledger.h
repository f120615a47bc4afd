#pragma once

#include "ledger_state.h"

#include "engine/evaluate/account_sums.h"
#include "engine/history/memory_usage.h"

#include "contact/any_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// A contact in a force evaluation, for output contact by contact. Body j is another atom, or a wall.
struct LedgerContact {
  static constexpr int wall = -1;

  int i, j;                            ///< atoms; j is wall for a wall
  bool twice;                          ///< whether the owner of j evaluates this contact too
  double share;                        ///< 1/2 in this case, times the factor of special neighbors
  contact::Vec3<double> separation;    ///< x_i - x_j; from the foot on a wall [length]
  double to_contact;                   ///< distance of the contact from i, as a fraction of `separation`
  double overlap;                      ///< [length]
  contact::Loads<double> loads;
  contact::FrictionCaps<double> caps;
  contact::ContactAccount<double> account;
  /// Of the modes as if none slipped, contact/stiffness.h; 0 without the account.
  std::array<double, contact::n_modes> stiffness{};
  int wall_number = 0,
      part = 0;               ///< of a wall among the walls of the deck, and of its plane or triangle, from 1
  std::size_t history = 0;    ///< place of its history in the ledger
  std::size_t history_size = 0;    ///< number of doubles
  /// Whether sliding, rolling, twisting slip, for laws that store it (contact/stick_slip.h).
  std::array<std::optional<bool>, 3> slips{};

  /// Evaluates a contact. It lies in the middle of the overlap, or at the foot on a wall.
  /// \param factor   of special neighbors
  /// \param accounts whether account and stiffness are wanted; else they are zero
  /// \param history  before the evaluation; null without. It stays as it is
  /// \param after    receives the history after the evaluation
  /// \param box      motion of a box that the account sees, null without
  static LedgerContact of(int i, int j, bool twice, double factor, bool accounts,
                          const contact::AnyContact &law, const contact::Geometry<double> &g,
                          const contact::Motion<double> &motion, const contact::Step &step,
                          const contact::HistoryLayout &layout, const double *history, double *after,
                          const contact::CarriedMotion<double> *box = nullptr);

  /// \name Mobilized friction: a load divided by its largest value, 0 without friction
  /// Of laws that store whether they slip, a load that slips has another cap, and one that sticks a dashpot beyond the cap.
  /// @{
  [[nodiscard]] double sliding_share() const
  {
    return share_of(length(loads.tangential_force), caps.sliding, slips[0]);
  }
  [[nodiscard]] double rolling_share() const
  {
    return share_of(length(loads.rolling_torque), caps.rolling, slips[1]);
  }
  [[nodiscard]] double twisting_share() const
  {
    return share_of(std::fabs(loads.twisting_torque), caps.twisting, slips[2]);
  }
  /// @}
  static constexpr double sticks_at_most = 1.0 - 1e-6;
  static double share_of(double load, double cap, std::optional<bool> slips)
  {
    if (slips.value_or(false)) return 1.0;
    const double share = cap > 0.0 ? load / cap : 0.0;
    return slips ? std::min(share, sticks_at_most) : share;
  }

  /// Tangent stiffness of a mode; 0 if it slips or cannot bear a load [force/length], of rolling and twisting [force length].
  [[nodiscard]] double tangent_stiffness(contact::Mode mode) const
  {
    const double cap_of[contact::n_modes] = {1.0, caps.sliding, caps.rolling, caps.twisting};
    const double share_of[contact::n_modes] = {0.0, sliding_share(), rolling_share(), twisting_share()};
    const bool bears = cap_of[mode] > 0.0 && share_of[mode] <= sticks_at_most;
    return bears ? factor() * stiffness[mode] : 0.0;
  }

  /// Of the loads, by special neighbors.
  [[nodiscard]] double factor() const { return twice ? 2.0 * share : share; }
};

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

  /// \name For pair styles and walls
  /// @{

  /// Counts a pair style or wall that will give its contacts.
  void announce() { ++announced_; }
  /// Whether pair styles and walls are to add their accounts in this force evaluation.
  [[nodiscard]] bool open() const { return open_; }
  /// Whether they are to call add_contact() too, for all contacts or some.
  [[nodiscard]] bool wants_contacts() const { return wants_contacts_; }
  /// Whether they are to add accounts, and not only the loads of single contacts.
  [[nodiscard]] bool wants_accounts() const { return wants_accounts_; }
  /// Whether they are to call it for the contact of these two atoms.
  [[nodiscard]] bool wants_contact(int i, int j) const
  {
    return wants_contacts_ && (!wanted_atoms_ || (*wanted_atoms_)[i] || (*wanted_atoms_)[j]);
  }
  /// What LAMMPS has added to the velocities of images [atom * 3 + dimension] [length/time], null if nothing.
  [[nodiscard]] const double *image_velocity() const { return image_velocity_; }
  /// Radii of all particles before a fix changed them in this step [atom] [length], null if none does.
  [[nodiscard]] const double *radius_before() const { return radius_before_; }
  void add(ContactKind kind, const AccountTotals &totals);
  /// Adds the power of contacts with walls on the box, a part of their `carried` [energy/time].
  void add_box_power(double power);
  /// Adds the energy that a normal spring gains because its particles grow [energy].
  void add_growth(ContactKind kind, double energy) { add_without_motion(kind, contact::in_normal, energy); }
  /// \param history  after the evaluation, as seen from the atom with the smaller ID
  void add_contact(LedgerContact contact, std::span<const double> history);
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
  /// Asks for the contacts of these atoms in this force evaluation, if not for all.
  /// \param atoms  [atom]; null for all
  void want_contacts_of(const std::vector<char> *atoms);
  /// Allows a force evaluation without begin(), as after `run ... pre no`. The contacts of the last step remain until
  /// a style adds the first new one.
  void expect() { open_ = stale_ = wants_contacts_ = wants_accounts_ = true; }
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

  /// Contacts of the last force evaluation, if they were wanted.
  [[nodiscard]] const std::vector<LedgerContact> &contacts() const { return contacts_; }
  /// The history of one of these.
  [[nodiscard]] std::span<const double> history(const LedgerContact &contact) const
  {
    return std::span(histories_).subspan(contact.history, contact.history_size);
  }
  [[nodiscard]] double memory_usage() const { return bytes_of(contacts_, histories_); }

 private:
  AccountTotals totals_[n_contact_kinds];
  std::array<double, 6> virial_{};
  std::vector<LedgerContact> contacts_;
  std::vector<double> histories_;
  const std::vector<char> *wanted_atoms_ = nullptr;
  const double *image_velocity_ = nullptr, *radius_before_ = nullptr;
  double box_power_ = 0.0;    ///< against walls [energy/time]
  int announced_ = 0;
  bool open_ = false, stale_ = false, wants_contacts_ = false, wants_accounts_ = false;
};

/// The ledger, if a compute of the deck needs one, else null. For the init() of pair styles and walls.
std::shared_ptr<ContactLedger> find_ledger(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
