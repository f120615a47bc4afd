#pragma once

#include "growing_doubles.h"

#include "lmptype.h"

#include <cstddef>
#include <vector>

namespace granular_srt {

/// A pair that touches or may soon.
struct ClosePair {
  int i;
  int neighbor;    ///< entry of the neighbor list: j and the bits that say how special it is

  [[nodiscard]] int j() const { return neighbor & NEIGHMASK; }
  [[nodiscard]] int special() const { return neighbor >> SBBITS & 3; }
};

/// The pairs of one law that touch or may soon, in the order of the neighbor list, and what they remember.
///
/// A search of a new neighbor list is begin(), then add() of each pair. To search the same list again without
/// another copy of the histories it is begin_again(), then, in the same order, for each pair found_before()
/// and add(), after each atom finish_atom(), and at the end finish().
class CloseList {
 public:
  std::vector<ClosePair> pairs;
  std::vector<char> touched;    ///< [pair] in the step before; empty without history
  GrowingDoubles history;       ///< [pair * doubles + k], zeros if it did not touch; empty without history

  /// Makes room for a little more pairs than these.
  /// \param doubles  of history in a contact, 0 without history
  void reserve(std::size_t count, int doubles);
  void begin(int doubles);
  /// \param remembered  the contact's doubles; null if it did not touch before
  void add(const ClosePair &pair, const double *remembered);

  void begin_again();
  /// Whether the pair touched; keeps its history if so.
  bool found_before(const ClosePair &pair);
  void add_again(const ClosePair &pair, bool touched_before);
  void finish_atom(int i);
  void finish();

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  int doubles_ = 0;

  // of the search before, while the same list is searched again
  std::vector<ClosePair> pairs_before_;
  std::vector<char> touched_before_;
  std::size_t next_ = 0;              // no pair of this atom is before it
  std::vector<int> from_;             // places before of the pairs that touched

  void add_pair(const ClosePair &pair);
};

}    // namespace granular_srt
