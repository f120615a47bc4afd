#pragma once

#include "contact_part.h"
#include "workers.h"

#include "engine/history/contact_memory.h"
#include "engine/search/search_schedule.h"
#include "contact/contact.h"

#include <functional>
#include <vector>

namespace granular_srt {

struct InstructionSet;

/// The loop over all contacts of a step for one set of laws. It keeps a list of close pairs (search_schedule.h),
/// finds the contacts among them, and evaluates these with one instruction set. Contacts hold their histories.
///
/// Threads share the list by its atoms, according to the contacts at the last neighbor list. The order of sums depends
/// on this division and on the number of threads.
class ContactDriver : public ActiveContacts {
 public:
  /// Laws of CompiledLaws have their own compiled functions; the generic function evaluates all others. Both are
  /// compiled from the same source and give the same bits.
  ContactDriver(const std::vector<contact::AnyContact> &laws, const InstructionSet &set);

  /// Evaluates all contacts of a step.
  /// \param workers  threads that share the loop; null: the calling thread alone
  /// \param before   null, or a function that is called for all close pairs before they are evaluated
  void run(const NeighborPairs &pairs, const ContactLoop &loop, const Workers *workers,
           const CloseVisitor *before = nullptr);

  /// Adds the accounts of the last run, which asked for them.
  void add_account_to(AccountTotals &totals) const;

  /// Whether the neighbor list of the last search has no pairs: run() would do nothing until the next list.
  [[nodiscard]] bool has_no_pairs() const { return no_pairs_; }

  void visit(const std::function<void(int, int, const double *)> &visit) const override;
  [[nodiscard]] bool find(int i, int j, double *history) const override;
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  /// Place of the close pair (i, j).
  struct Place {
    int i, j;
    const CloseList *list;
    std::size_t k;
    bool operator<(const Place &other) const { return i != other.i ? i < other.i : j < other.j; }
  };

  std::vector<CompiledLaw> laws_, account_laws_;    // for steps without and with accounts of energy
  const InstructionSet &set_;
  std::vector<ContactPart> parts_;                      // one per thread
  int count_searched_ = 0;                              // particles at the last search
  std::vector<double> x_searched_, radius_searched_;    // at the last search of pairs within the margin
  SearchSchedule schedule_;
  bool no_pairs_ = false;
  int doubles_ = 0;                      // of history per contact
  mutable std::vector<Place> places_;    // sorted by atoms; empty until find() needs it

  template <class Task> void share(const Workers *workers, Task task) const;
  [[nodiscard]] int begin_of(int part, int all) const;
  [[nodiscard]] bool has_moved(const ParticleArrays &particles, double margin, const Workers *workers) const;
  void search(const NeighborPairs &pairs, const ContactLoop &loop, const Workers *workers);
  void divide(const NeighborPairs &pairs, const ParticleArrays &particles, const Workers *workers);
  void add_thread_loads(const ContactLoop &loop, int owned, const Workers *workers);
};

}    // namespace granular_srt
