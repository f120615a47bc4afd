#pragma once

#include "thread_contacts.h"
#include "workers.h"

#include "engine/search/search_schedule.h"

#include <functional>
#include <vector>

namespace granular_srt {

/// Is called with the law of a contact, its atoms and its history.
using ContactVisitor = std::function<void(int law, int i, int j, const double *history)>;

/// All contacts in one list of near pairs. The close pairs among these are kept (search_schedule.h); in each step the
/// contacts among them are found and evaluated with one instruction set. Contacts hold their histories.
///
/// Threads share the list by its atoms, according to the contacts at the last neighbor list. The order of sums depends
/// on this division and on the number of threads.
class ListContacts {
 public:
  /// Laws of CompiledLaws have their own compiled functions; the generic function evaluates all others. Both are
  /// compiled from the same source and give the same bits.
  /// \param laws, set  must outlive this object
  ListContacts(const TypeLaws &laws, const InstructionSet &set);

  /// Evaluates all contacts of a step.
  /// \param workers  threads that share the loop; null: the calling thread alone
  /// \param before   null, or a function that is called for all close pairs before they are evaluated
  void run(const NearPairList &pairs, const ContactLoop &loop, const Workers *workers,
           const CloseVisitor *before);

  /// Adds the accounts of energy of the last run, which asked for them.
  void add_account_to(AccountTotals &totals) const;

  /// Whether the list of the last search has no pairs: run() would do nothing until the next list.
  [[nodiscard]] bool has_no_pairs() const { return no_pairs_; }

  /// Calls visit(law, i, j, history) for each contact of the last step.
  void visit(const ContactVisitor &visit) const;
  /// Copies the history of a pair that is listed as (i, j). Returns false and leaves `history` untouched if the pair is not in contact.
  [[nodiscard]] bool find(int i, int j, double *history) const;
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  /// Place of the close pair (i, j).
  struct Place {
    int i, j;
    const CloseList *list;
    std::size_t k;
    bool operator<(const Place &other) const { return i != other.i ? i < other.i : j < other.j; }
  };

  const TypeLaws &type_laws_;
  std::vector<CompiledLaw> laws_, account_laws_;    // for steps without and with accounts of energy
  const InstructionSet &set_;
  std::vector<ThreadContacts> threads_;    // one per thread
  int count_searched_ = 0;                 // particles at the last search
  std::vector<double> x_searched_, radius_searched_,
      allowed_;    // at the last search of pairs within the margin
  SearchSchedule schedule_;
  bool no_pairs_ = false;
  int doubles_ = 0;                      // of history per contact
  mutable std::vector<Place> places_;    // sorted by atoms; empty until find() needs it

  template <class Task> void share(const Workers *workers, Task task) const;
  [[nodiscard]] int begin_of(int thread, int all) const;
  [[nodiscard]] bool has_moved(const ParticleArrays &particles, const Workers *workers) const;
  void search(const NearPairList &pairs, const ContactLoop &loop, const Workers *workers);
  void divide(const NearPairList &pairs, const ParticleArrays &particles, const Workers *workers);
  void add_thread_loads(const ContactLoop &loop, int owned, const Workers *workers);
};

}    // namespace granular_srt
