#pragma once

#include "growing_doubles.h"

#include "lmptype.h"

#include <cstddef>
#include <span>
#include <vector>

namespace granular_srt {

/// A pair that touches or may soon.
struct ClosePair {
  int i;
  int neighbor;    ///< entry of the neighbor list: j and the bits that say how special it is

  [[nodiscard]] int j() const { return neighbor & NEIGHMASK; }
  [[nodiscard]] int special() const { return neighbor >> SBBITS & 3; }
};

/// The pairs of one law that touch or may soon, in the order of the neighbor list, and what they remember:
/// each contact has a slot for its history as long as it lasts.
///
/// A search of a new neighbor list is begin(), then add() of each pair. To search the same list again, where
/// contacts keep their slots, it is begin_again(), then, in the same order, for each pair slot_before() and
/// add_again(), after each atom finish_atom(). In both, end_chunk() comes now and then and after the last pair,
/// then finish().
///
/// From then on pairs are told apart in the chunks that end_chunk() has made: in each, the pairs that touch and
/// those that do not, both in the order of the neighbor list.
class CloseList {
 public:
  std::vector<ClosePair> pairs;
  /// [pair] of its history, no_slot if it did not touch in the step before; empty without history
  std::vector<int> slots;
  static constexpr int no_slot = -1;

  /// Makes room for a little more pairs than these.
  void reserve(std::size_t count, bool remembers);
  /// \param doubles  of history in a contact, 0 without history
  void begin(int doubles);
  /// \param remembered  the contact's doubles; null if it did not touch before
  void add(const ClosePair &pair, const double *remembered);

  void begin_again();
  /// The pair's slot, which it keeps; no_slot if it did not touch or was not listed.
  int slot_before(const ClosePair &pair);
  void add_again(const ClosePair &pair, int slot);
  void finish_atom(int i);
  void end_chunk() { chunks_.push_back({static_cast<int>(pairs.size()), 0, 0}); }
  void finish();

  [[nodiscard]] int chunks() const { return static_cast<int>(chunks_.size()); }
  [[nodiscard]] int in_chunk(int chunk) const { return chunks_[chunk].end - first_of(chunk); }
  [[nodiscard]] std::span<const int> touching(int chunk) const;
  [[nodiscard]] std::span<const int> apart(int chunk) const;
  /// How many atoms after i the j of a pair lies at most, for 85 % of the pairs of the chunk.
  [[nodiscard]] int reach(int chunk) const { return chunks_[chunk].reach; }

  /// A pair of the chunk begins to touch, with zeros for history; a pair no longer touches and forgets all.
  void begin_contact(int chunk, int pair);
  void end_contact(int chunk, int pair);

  [[nodiscard]] double *history() { return history_.data(); }    ///< [slot * doubles + k]
  [[nodiscard]] const double *history_of(std::size_t pair) const
  {
    return history_.data() + place(slots[pair]);
  }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  struct Chunk {
    int end;    // of its pairs
    int touching, reach;
  };
  std::vector<Chunk> chunks_;
  std::vector<int> order_;    // in each chunk first the pairs that touch, then those that do not
  GrowingDoubles history_;
  std::vector<int> free_;    // slots in between that no contact has
  int doubles_ = 0;

  // Of the search before, while the same list is searched again
  std::vector<ClosePair> pairs_before_;
  std::vector<int> slots_before_;
  std::size_t next_ = 0;              // no pair of this atom is before it

  [[nodiscard]] std::size_t place(int slot) const { return static_cast<std::size_t>(slot) * doubles_; }
  [[nodiscard]] bool touches(std::size_t pair) const { return !slots.empty() && slots[pair] != no_slot; }
  [[nodiscard]] int first_of(int chunk) const { return chunk == 0 ? 0 : chunks_[chunk - 1].end; }
  void add_pair(const ClosePair &pair);
  [[nodiscard]] int reach_of(int first, int end) const;
  int take_slot();
};

}    // namespace granular_srt
