#pragma once

#include "contact_engine.h"
#include "list_contacts.h"
#include "workers.h"

#include "engine/history/atom_histories.h"
#include "engine/search/near_pairs.h"

#include <functional>
#include <memory>
#include <vector>

namespace granular_srt {

/// What HostEngine::store() reads of the atoms with which histories are stored.
struct StoringAtoms {
  bool newton;                     ///< whether one rank alone has a contact with a ghost
  int all;                         ///< present number of atoms with ghosts
  const LAMMPS_NS::tagint *tag;    ///< [atom] IDs
  const double
      *x;    ///< positions [length] in a narrow periodic box, where records have separations; else null
};

/// The engine of a host: near pairs, close pairs with the histories of contacts, and the histories stored with the atoms.
///
/// Histories of contacts of two owned particles, if these have their own list (NearPairs), stay with the close pairs while
/// the others are stored with the atoms: they are stored when the first atom migrates, or not at all.
class HostEngine : public ContactEngine {
 public:
  /// \param workers  threads that share the loops and whose number the log tells; null: the calling thread alone
  explicit HostEngine(std::unique_ptr<const Workers> workers = nullptr);

  void start(int doubles) override;
  void begin_run(bool own_lists) override;
  [[nodiscard]] std::string description(const InstructionSet &set) const override;

  void step(const ContactStep &step, const ContactLoop &loop) override;
  [[nodiscard]] AccountTotals account() const override;
  [[nodiscard]] bool has_no_pairs() const override;

  [[nodiscard]] NearPairs *near_pairs() override { return near_.get(); }
  void forget_lists() override;

  /// Calls visit(law, i, j, history) for each contact of the last step.
  void visit(const ContactVisitor &visit) const;
  [[nodiscard]] bool find(int i, int j, LAMMPS_NS::tagint partner, const int *type,
                          const contact::Vec3<double> &separation, double half_image,
                          double *history) override;

  /// Stores the histories of all contacts with both of their atoms, as their laws of the last step see them. A contact
  /// whose types have no law any more ends with the next neighbor list, which alone knows the types of ghosts. Atoms that
  /// have arrived since the neighbor list was built have none. With newton on the caller afterwards adds the records that
  /// other ranks have of its atoms to stored_so_far().
  /// \param add_counts  adds the numbers of these records to the number of partners of each atom [atom]
  void store(const StoringAtoms &atoms, const std::function<void(std::vector<int> &)> &add_counts);
  /// Stores the histories with the atoms that store() has left with their close pairs.
  void flush_to_atoms();
  [[nodiscard]] AtomHistories &stored() override;
  /// Histories stored with the atoms, without those that still are with their close pairs.
  [[nodiscard]] AtomHistories &stored_so_far() { return stored_; }
  /// Largest number of partners of an owned atom at the last store().
  [[nodiscard]] int most_partners() const { return most_partners_; }

  [[nodiscard]] double memory_usage() const override;

 private:
  const std::unique_ptr<const Workers> workers_;
  int doubles_ = 0;    // of history per contact
  TypeLaws laws_;
  const InstructionSet *set_ = nullptr;
  std::unique_ptr<NearPairs> near_;
  std::unique_ptr<ListContacts> contacts_;       // all; those of two owned particles if near pairs are split
  std::unique_ptr<ListContacts> with_ghosts_;    // null unless near pairs are split
  int owned_ = 0, all_ = 0;    // atoms of the present neighbor list, without and with ghosts

  AtomHistories stored_{0};
  int with_records_ = 0;         // atoms that get records: all_ with newton on, else owned_
  std::vector<int> partners_;    // [atom] number of records
  int most_partners_ = 0;
  // IDs at the last store(), while histories of contacts of owned particles are not stored yet
  bool postponed_ = false;
  std::vector<LAMMPS_NS::tagint> tag_;

  void store_of(const ListContacts &contacts, const LAMMPS_NS::tagint *tag, const double *x);
};

}    // namespace granular_srt
