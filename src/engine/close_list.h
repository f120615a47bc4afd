#pragma once

#include "engine/history/growing_doubles.h"
#include "engine/history/memory_usage.h"
#include "engine/evaluate/contact_loop.h"

#include <cstddef>
#include <span>
#include <vector>

namespace granular_srt {

/// Close pairs of one contact law, in neighbor-list order, with their contact histories. A contact keeps the place of
/// its history from its first to its last step.
///
/// A search of a new neighbor list calls begin(), then add() for each close pair. A search of the same list, in
/// which histories stay in place, calls begin_again(), then, in the same order, history_before() and add_again()
/// for each close pair, and finish_atom() after each atom. Both call end_chunk() after each chunk and after the last
/// pair, then finish().
///
/// After the search each chunk has its pairs in two groups, contacts and apart, both in neighbor-list order.
class CloseList {
 public:
  std::vector<ClosePair> pairs;
  /// [pair] index of its history, no_history if it was not in contact in the step before; empty without history
  std::vector<int> history_index;
  static constexpr int no_history = -1;

  /// Reserves memory for this number of pairs and a few more.
  void reserve(std::size_t count, bool has_history);
  /// \param doubles  of history per contact, 0 without history
  void begin(int doubles);
  /// \param history  of the contact; null if there was none in the step before
  void add(const ClosePair &pair, const double *history);

  void begin_again();
  /// The index of the history that the pair keeps; no_history if it was not in contact, or not a close pair.
  int history_before(const ClosePair &pair);
  void add_again(const ClosePair &pair, int index);
  void finish_atom(int i);
  void end_chunk() { chunks_.push_back({static_cast<int>(pairs.size()), 0, 0}); }
  void finish();

  [[nodiscard]] int chunks() const { return static_cast<int>(chunks_.size()); }
  [[nodiscard]] int pairs_in_chunk(int chunk) const { return chunks_[chunk].end - first_of(chunk); }
  [[nodiscard]] std::span<const int> contacts(int chunk) const;
  [[nodiscard]] std::span<const int> apart(int chunk) const;
  /// Index distance j - i that 85 % of the pairs of the chunk do not exceed.
  [[nodiscard]] int partner_offset(int chunk) const { return chunks_[chunk].partner_offset; }

  /// Pairs of the chunk come into contact, with histories of zeros; contacts end and their histories are lost.
  /// \param begun, ended  in the order of the list
  void begin_contacts(int chunk, std::span<const int> begun);
  void end_contacts(int chunk, std::span<const int> ended);

  [[nodiscard]] double *history() { return history_.data(); }    ///< [index * doubles + k]
  [[nodiscard]] const double *history_of(std::size_t pair) const
  {
    return history_.data() + offset(history_index[pair]);
  }

  [[nodiscard]] double memory_usage() const
  {
    return bytes_of(pairs, chunks_, history_index, free_, order_, apart_, history_);
  }

 private:
  struct Chunk {
    int end;    // of its pairs
    int contacts, partner_offset;
  };
  std::vector<Chunk> chunks_;
  std::vector<int> order_;    // in each chunk the pairs in contact, then those apart
  std::vector<int> apart_;    // memory for the pairs apart of one chunk, while they are ordered
  GrowingDoubles history_;
  std::vector<int> free_;    // indices of unused histories
  int doubles_ = 0;

  // pairs and indices of the search before, while the same list is searched again
  std::vector<ClosePair> pairs_before_;
  std::vector<int> history_index_before_;
  std::size_t next_ = 0;    // pairs before it belong to earlier atoms

  [[nodiscard]] std::size_t offset(int index) const { return static_cast<std::size_t>(index) * doubles_; }
  [[nodiscard]] int first_of(int chunk) const { return chunk == 0 ? 0 : chunks_[chunk - 1].end; }
  void add_pair(const ClosePair &pair);
  int put_in_order(int first, int end);
  [[nodiscard]] int partner_offset_of(int first, int end) const;
  int take_history();
};

}    // namespace granular_srt
