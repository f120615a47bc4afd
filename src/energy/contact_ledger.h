#pragma once

#include "engine/evaluate/account_sums.h"

#include <memory>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Contacts between particles, and contacts with walls.
enum Side { between_particles, at_walls, n_sides };

/// A contact in a force evaluation, for output contact by contact. Body j is another atom, or a wall.
struct LedgerContact {
  static constexpr int wall = -1;

  int i, j;                            ///< atoms; j is wall for a wall
  bool twice;                          ///< whether the owner of j evaluates this contact too
  double share;                        ///< 1/2 in this case, times the factor of special neighbors
  contact::Vec3<double> separation;    ///< x_i - x_j; from the foot on a wall [length]
  double to_contact;                   ///< part of `separation` from i to the contact
  contact::ContactAccount<double> account;

  /// The same for a contact of this geometry: in the middle of the overlap, or the foot on a wall.
  /// \param factor  of special neighbors
  static LedgerContact of(int i, int j, bool twice, double factor, const contact::Geometry<double> &g,
                          const contact::ContactAccount<double> &account)
  {
    const double from_center = g.wall ? g.distance : g.radius_i - 0.5 * g.overlap;
    return {i, j, twice, (twice ? 0.5 : 1.0) * factor, g.separation, from_center / g.distance, account};
  }
};

/// Takes the account of all contacts of a force evaluation, from pair styles and walls.
class ContactLedger {
 public:
  virtual ~ContactLedger() = default;
  /// Says that a pair style or wall will give its contacts.
  virtual void announce() = 0;
  /// Whether accounts are wanted in this force evaluation.
  [[nodiscard]] virtual bool open() const = 0;
  /// Whether each contact is wanted too, or some.
  [[nodiscard]] virtual bool wants_contacts() const = 0;
  /// Whether that of these two atoms is.
  [[nodiscard]] virtual bool wants_contact(int i, int j) const = 0;
  /// What LAMMPS has added to the velocities of images [atom * 3 + dimension], null if nothing.
  [[nodiscard]] virtual const double *image_velocity() const = 0;
  /// Radii of all particles before a fix changed them in this step [atom], null if none does.
  [[nodiscard]] virtual const double *radius_before() const = 0;
  virtual void add(Side side, const AccountTotals &totals) = 0;
  /// Adds power of the box on particles, against walls, in account of the contacts with walls [energy/time].
  virtual void add_box_power(double power) = 0;
  /// Energy of a normal spring beyond that at the radii before: growth has done this work.
  virtual void add_growth(Side side, double energy) = 0;
  virtual void add_contact(const LedgerContact &contact) = 0;
  /// Sum of contact::virial_of_box() of all contacts between particles, where the pair style computes it [energy].
  virtual void add_virial(const double *virial) = 0;
  /// Walls call these before and after they add their loads to the particles.
  virtual void before_wall_loads(bool on_host) = 0;
  virtual void after_wall_loads(bool on_host) = 0;
};

/// Interface of the fix that keeps the ledger.
class LedgerKeeper {
 public:
  [[nodiscard]] virtual std::shared_ptr<ContactLedger> ledger() const = 0;

 protected:
  ~LedgerKeeper() = default;    // protected: nobody deletes a fix through this interface
};

/// The ledger, if a compute of the deck needs one, else null. For the init() of pair styles and walls.
std::shared_ptr<ContactLedger> find_ledger(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
