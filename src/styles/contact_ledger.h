#pragma once

#include "contact/account.h"

#include <memory>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// A contact in a force evaluation. Body j is another atom, or a wall.
struct LedgerContact {
  const contact::AnyContact &law;
  int i, j;    ///< atoms; j is wall for a wall
  double
      share;    ///< 1/2 where another rank evaluates this contact too, times the factor of special neighbors
  bool sees_box;    ///< whether the law sees the motion of the box
  const contact::Geometry<double> &geometry;
  const contact::Motion<double> &motion;

  static constexpr int wall = -1;
};

/// Takes the account of all contacts of a force evaluation, from pair styles and walls. These call it before the
/// histories advance.
class ContactLedger {
 public:
  virtual ~ContactLedger() = default;
  /// Says that a pair style or wall will give its contacts.
  virtual void announce() = 0;
  /// Whether contacts are wanted in this force evaluation.
  [[nodiscard]] virtual bool open() const = 0;
  virtual void add(const LedgerContact &where, const contact::ContactAccount &account) = 0;
  /// A contact of the step before that is no more.
  virtual void end(bool at_wall, double share, const contact::EndedContact &ended) = 0;
};

/// Interface of the fix that keeps the ledger.
class LedgerKeeper {
 public:
  [[nodiscard]] virtual std::shared_ptr<ContactLedger> ledger() const = 0;

 protected:
  ~LedgerKeeper() = default;    // protected: nobody deletes a fix through this interface
};

/// The ledger, if a compute of the deck needs one, else null. For the init() of pair styles and walls.
/// \param possible  whether `style` can give its contacts
/// \throws LAMMPS error if there is a ledger, and `style` cannot
std::shared_ptr<ContactLedger> find_ledger(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool possible);

}    // namespace granular_srt
