#pragma once

#include "listed_contacts.h"
#include "type_laws.h"
#include "workers.h"

#include "engine/history/stored_contacts.h"
#include "engine/search/near_pairs.h"

#include <functional>
#include <memory>
#include <vector>

namespace granular_srt {

/// What the evaluation of all contacts in a step reads, beside the particles and their loads.
struct ContactStep {
  PairRows rows;                   ///< LAMMPS' neighbor list; not read if near_pairs() has the lists
  bool new_list;                   ///< whether the neighbor list may differ from that of the last step
  const LAMMPS_NS::tagint *tag;    ///< [atom] IDs
  int owned;                       ///< atoms of this rank; ghosts follow
  double margin;                   ///< gap up to which a pair is close [length]
  double half_image;               ///< less than half of the distance of two images of a particle [length]
  const Workers *workers;          ///< threads that share the loops; null: the calling thread alone
  const CloseVisitor *before;      ///< is called for all close pairs before they are evaluated; may be null
};

/// What HostContacts::store() reads of the atoms with which histories are stored.
struct StoringAtoms {
  bool newton;                     ///< whether one rank alone has a contact with a ghost
  int all;                         ///< present number of atoms with ghosts
  const LAMMPS_NS::tagint *tag;    ///< [atom] IDs
  const double
      *x;    ///< positions [length] in a narrow periodic box, where records have separations; else null
};

/// All contacts between particles on a host, in their order of use: near pairs, close pairs with the histories of
/// contacts, and the histories stored with the atoms.
///
/// While a neighbor list is valid, close pairs hold the histories. They are stored with the atoms while these migrate, in
/// restart files, and until there is a new neighbor list. Histories of contacts of two owned particles, if these have
/// their own list (NearPairs), stay with the close pairs then: they are stored when the first atom migrates, or not at
/// all.
class HostContacts {
 public:
  /// \param doubles  of history per contact, 0 without history
  explicit HostContacts(int doubles) : doubles_{doubles}, stored_{doubles} {}
  HostContacts(const HostContacts &) = delete;
  HostContacts &operator=(const HostContacts &) = delete;

  /// Forgets laws and lists, before a run. Stored histories remain.
  /// \param own_lists  whether near pairs are listed here (near_pairs()), or come with each step
  void reset(bool own_lists);
  /// Call after reset(), before the first step.
  void set_laws(const TypeLaws &laws, const InstructionSet &set);
  [[nodiscard]] bool has_laws() const { return set_ != nullptr; }
  /// Lists of near pairs, to be updated before a step with a new list; null if they come with each step.
  [[nodiscard]] NearPairs *near_pairs() { return near_.get(); }
  [[nodiscard]] const NearPairs *near_pairs() const { return near_.get(); }
  /// Forgets close pairs and near pairs, as a continued run has none. Histories must be stored.
  void forget_lists();

  /// Evaluates all contacts: adds their loads to the particles and advances their histories.
  void step(const ContactStep &step, const ContactLoop &loop);
  /// Sums over the accounts of energy of the last step, which asked for them.
  [[nodiscard]] AccountTotals account() const;
  /// Whether the present neighbor list has no pairs: step() would do nothing until the next list.
  [[nodiscard]] bool has_no_pairs() const;

  /// Whether close pairs belong to the present neighbor list.
  [[nodiscard]] bool valid() const { return valid_; }
  /// The neighbor list of the last step is no longer valid: histories are those stored with the atoms.
  void invalidate() { valid_ = false; }

  /// Calls visit(law, i, j, history) for each contact of the last step.
  void visit(const ContactVisitor &visit) const;
  /// Copies the history of pair (i, j), as i sees it; the list may have it as (j, i). Returns false and leaves `history`
  /// untouched if the pair is not in contact.
  /// \param partner     ID of atom j
  /// \param type        [atom]
  /// \param separation  x_i - x_j [length]
  /// \param half_image  as in ContactStep
  [[nodiscard]] bool find(int i, int j, LAMMPS_NS::tagint partner, const int *type,
                          const contact::Vec3<double> &separation, double half_image, double *history);

  /// Stores the histories of all contacts with both of their atoms, as their laws of the last step see them. A contact whose
  /// types have no law any more ends with the next neighbor list, which alone knows the types of ghosts. Atoms that have arrived since the neighbor list was built
  /// have none. With newton on the caller afterwards adds the records that other ranks have of its atoms to
  /// stored_so_far().
  /// \param add_counts  adds the numbers of these records to the number of partners of each atom [atom]
  void store(const StoringAtoms &atoms, const std::function<void(std::vector<int> &)> &add_counts);
  /// Stores the histories with the atoms that store() has left with their close pairs.
  void flush_to_atoms();
  /// All histories stored with the atoms.
  [[nodiscard]] StoredContacts &stored();
  /// Histories stored with the atoms, without those that still are with their close pairs.
  [[nodiscard]] StoredContacts &stored_so_far() { return stored_; }
  /// Largest number of partners of an owned atom at the last store().
  [[nodiscard]] int most_partners() const { return most_partners_; }

  /// Without the stored histories [bytes].
  [[nodiscard]] double memory_usage() const;

 private:
  const int doubles_;
  TypeLaws laws_;
  const InstructionSet *set_ = nullptr;
  std::unique_ptr<NearPairs> near_;
  std::unique_ptr<ListedContacts> contacts_;    // all; those of two owned particles if near pairs are split
  std::unique_ptr<ListedContacts> with_ghosts_;    // null unless near pairs are split
  bool valid_ = false;
  int owned_ = 0, all_ = 0;    // atoms of the present neighbor list, without and with ghosts

  StoredContacts stored_;
  int with_records_ = 0;         // atoms that get records: all_ with newton on, else owned_
  std::vector<int> partners_;    // [atom] number of records
  int most_partners_ = 0;
  // IDs at the last store(), while histories of contacts of owned particles are not stored yet
  bool postponed_ = false;
  std::vector<LAMMPS_NS::tagint> tag_;

  void store_of(const ListedContacts &contacts, const LAMMPS_NS::tagint *tag, const double *x);
};

}    // namespace granular_srt
