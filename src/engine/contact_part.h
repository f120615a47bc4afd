#pragma once

#include "close_list.h"
#include "thread_loads.h"

#include "engine/search/neighbor_pairs.h"
#include "engine/evaluate/account_sums.h"
#include "engine/evaluate/compiled_law.h"

#include <functional>
#include <vector>

namespace granular_srt {

struct InstructionSet;

/// Is called with a close pair of a law. `touched`: whether it was in contact in the step before. `history` is null if
/// it was not, and for laws without history.
using CloseVisitor = std::function<void(int law, const ClosePair &pair, bool touched, const double *history)>;

/// The contacts of one thread: those of consecutive atoms of the neighbor list.
class ContactPart {
 public:
  int first = 0, last = 0;    ///< atoms of the neighbor list

  /// Finds the close pairs. They take their histories from pairs.stored, or keep their own.
  /// \param laws       number of laws
  /// \param own_loads  whether this part sums its loads in its own arrays
  void search(const NeighborPairs &pairs, const ContactLoop &loop, std::size_t laws, bool takes_all,
              bool own_loads);

  /// Evaluates all contacts, and finds contacts that begin or end.
  void evaluate(const ContactLoop &arrays, const std::vector<CompiledLaw> &laws, const InstructionSet &set);

  /// Shows all close pairs.
  void visit(const CloseVisitor &visitor) const;

  /// Close pairs of each law.
  [[nodiscard]] const std::vector<CloseList> &close() const { return close_; }
  /// Virial of the last evaluation.
  [[nodiscard]] const BlockSums &virial() const { return virial_; }
  /// Account of energy of the last evaluation with one.
  [[nodiscard]] const AccountSums &account() const { return account_; }
  [[nodiscard]] ThreadLoads &loads() { return loads_; }
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  std::vector<CloseList> close_;
  bool own_loads_ = false;
  ThreadLoads loads_;
  BlockSums virial_{};
  AccountSums account_{};
  std::size_t pairs_in_chunk_ = 0;          // of all laws, since the last end of a chunk
  std::vector<int> overlapping_, ended_;    // memory for one chunk of one law

  void make_lists(const NeighborPairs &pairs, const ContactLoop &loop, std::size_t laws, bool takes_all);
  void search_new_list(const NeighborPairs &pairs, const ContactLoop &loop, bool takes_all);
  void search_same_list(const NeighborPairs &pairs, const ContactLoop &loop, bool takes_all);
  void expect_loads(const ClosePair &pair);
  void end_chunk();
  void end_full_chunk();
};

}    // namespace granular_srt
