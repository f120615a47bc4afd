#pragma once

#include "entries.h"

#include "contact/box_rate.h"
#include "styles/contact_ledger.h"

#include <vector>

namespace granular_srt {

/// A contact of the present force evaluation.
struct LedgerRecord {
  contact::AnyContact law;
  int i, j;    ///< atoms; j is LedgerContact::wall for a wall
  double share;
  bool sees_box;
  contact::Geometry<double> geometry;
  contact::Motion<double> motion;
  contact::ContactAccount account;
};

/// Velocity, angular velocity, and what LAMMPS adds to the velocity of an image in a sheared box, of an atom.
struct LedgerVelocity {
  double v[3], omega[3], shift[3];
};

/// The account of all contacts of this rank, without LAMMPS.
///
/// Velocity Verlet changes the kinetic energy in a step by (F_n + F_n+1)/2 . v_n+1/2 dt, up to a difference of
/// dt^2 F^2/(8m) at the two ends of a run. The same sum in another order is that of F_n . v_n dt over all steps, with half
/// of it at the ends (v_n: at the end of the step). So the ledger takes the loads of a force evaluation, waits for the
/// velocities at the end of the step, and integrates the powers over time by the trapezoidal rule.
class Ledger final : public ContactLedger {
 public:
  LedgerState state;

  void announce() override { ++announced_; }
  [[nodiscard]] bool open() const override { return open_; }
  void add(const LedgerContact &where, const contact::ContactAccount &account) override;
  void end(bool at_wall, double share, const contact::EndedContact &ended) override;

  /// Number of pair styles and walls that give their contacts.
  [[nodiscard]] int announced() const { return announced_; }
  void forget_announced() { announced_ = 0; }

  /// Before a force evaluation: all contacts come anew.
  void begin();
  /// Contacts may come anew; until one comes, those of the last step remain.
  void expect() { open_ = stale_ = true; }
  /// The force evaluation is over: if none has come, there is none.
  void take_none_as_none();
  void close() { open_ = false; }
  /// Powers of all contacts, with the velocities [atom] of all owned atoms and ghosts.
  /// \param images_move  whether images move with the velocities that LAMMPS gives them in a sheared box
  /// \param of_contacts  gets the power on the bodies [energy/time]
  [[nodiscard]] LedgerPower powers(const std::vector<LedgerVelocity> &velocities,
                                   const contact::BoxRate &box_rate, bool images_move,
                                   double &of_contacts) const;
  /// Energy that contacts store now.
  void take_stored(LedgerStored &stored) const;

  [[nodiscard]] const std::vector<LedgerRecord> &contacts() const { return contacts_; }

 private:
  std::vector<LedgerRecord> contacts_;
  int announced_ = 0;
  bool open_ = false, stale_ = false;
};

}    // namespace granular_srt
