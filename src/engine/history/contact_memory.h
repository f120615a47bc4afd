#pragma once

#include "stored_contacts.h"

#include <functional>
#include <vector>

namespace granular_srt {

/// The contacts of the current neighbor list, which hold their own histories while they are evaluated.
class ActiveContacts {
 public:
  virtual ~ActiveContacts() = default;
  /// Calls visit(i, j, history) for each contact of the last step.
  virtual void visit(const std::function<void(int, int, const double *)> &visit) const = 0;
  /// Copies the history of pair (i, j). Returns false and leaves `history` untouched if the pair is not in contact.
  [[nodiscard]] virtual bool find(int i, int j, double *history) const = 0;
};

/// Writes the history of a contact of two types from the side of its other partner.
using SwapPartners = std::function<void(const double *history, double *swapped, int type_i, int type_j)>;

/// Owner of all contact histories. Histories are either active, with the contacts of the current neighbor list, or
/// stored with the atoms: while atoms migrate, in restart files, and until a new neighbor list exists.
///
/// Histories of contacts of two owned particles may stay where they are while atoms may migrate: they are stored when
/// the first atom migrates, or not at all.
class ContactMemory {
 public:
  /// \param doubles  of history per contact
  explicit ContactMemory(int doubles) : stored_{doubles} {}

  /// All histories that are stored.
  [[nodiscard]] StoredContacts &stored()
  {
    if (postponed_) store_postponed();
    return stored_;
  }
  /// The stored histories without those that the last store() has postponed.
  [[nodiscard]] StoredContacts &stored_so_far() { return stored_; }

  /// From now on histories are active in these contacts, which take them from stored() or have kept them.
  /// \param owned, all  number of atoms of this rank, without and with ghosts
  /// \param of_owned    further contacts, of two owned particles, whose storing is to be postponed
  void activate(const ActiveContacts &contacts, SwapPartners swap, int owned, int all,
                const ActiveContacts *of_owned = nullptr);
  /// The neighbor list of the active contacts is no longer valid.
  void deactivate() { active_ = nullptr; }
  [[nodiscard]] bool active() const { return active_ != nullptr; }

  /// Copies the history of pair (i, j) from its present place. Returns false if the pair is not in contact.
  /// \param partner     atom ID of j
  /// \param separation  x_i - x_j [length]
  /// \param limit       as in StoredContacts::find_image
  [[nodiscard]] bool find(int i, int j, LAMMPS_NS::tagint partner, const contact::Vec3<double> &separation,
                          double limit, double *history);

  /// \name Storing the active histories, in this order.
  /// With newton on the caller adds, after each of the two, the data that other ranks have for the owners of their
  /// ghosts.
  /// @{

  /// Number of partners of each atom; of ghosts too with newton on.
  /// \param all  present number of atoms with ghosts
  std::vector<int> &count_partners(bool newton, int all);
  /// Stores the histories of all contacts except the postponed ones. Atoms that have arrived since the neighbor list
  /// was built have none.
  /// \param x  [atom * 3 + dimension] positions in a narrow periodic box, where records have separations; else null
  void store(const LAMMPS_NS::tagint *tag, const int *type, const double *x = nullptr);
  /// @}

  /// Largest number of partners of an owned atom at the last store().
  [[nodiscard]] int most_partners() const { return most_partners_; }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  StoredContacts stored_;
  const ActiveContacts *active_ = nullptr, *of_owned_ = nullptr;
  SwapPartners swap_;
  int owned_ = 0, all_ = 0;      // atoms of the neighbor list of the active contacts
  int with_records_ = 0;         // atoms that get records: all_ with newton on, else owned_
  std::vector<int> partners_;    // [atom]
  int most_partners_ = 0;

  // particles at the last store(), while histories of contacts of owned particles are not stored yet
  bool postponed_ = false;
  std::vector<LAMMPS_NS::tagint> tag_;
  std::vector<int> type_;

  void store_postponed();
  void store_of(const ActiveContacts &contacts, const LAMMPS_NS::tagint *tag, const int *type,
                const double *x);
};

}    // namespace granular_srt
