#pragma once

#include "largest_radii.h"

#include "engine/type_laws.h"

#include "atom.h"

namespace granular_srt {

/// What the contacts of a pair style have in common in a run.
struct PairRun {
  TypeLaws laws;
  contact::HistoryLayout layout;    ///< of the history of a contact
  LargestRadii radii;
  bool heat = false;              ///< whether heat flows through contacts
  bool beyond_contact = false;    ///< whether some contacts last beyond touch
  bool counts_ended = false;      ///< whether a ledger of energy needs the contacts that end in a step
  bool radii_may_grow = false;
  bool types_may_change = false, bonds_may_break = false;    ///< between two neighbor lists
  int frozen = 0;                                            ///< group bit of fix freeze; 0 without

  /// Group bit of fix freeze, whose particles have no contacts with each other; 0 if heat flows through contacts.
  [[nodiscard]] int group_without_contacts() const { return heat ? 0 : frozen; }
  /// Whether both particles are of this group.
  [[nodiscard]] bool both_frozen(const LAMMPS_NS::Atom &atom, int i, int j) const
  {
    return (atom.mask[i] & atom.mask[j] & group_without_contacts()) != 0;
  }
};

}    // namespace granular_srt
