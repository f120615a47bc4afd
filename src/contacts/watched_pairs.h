#pragma once

namespace granular_srt {

/// Which pairs of the neighbor list a ContactKernel watches: those within a margin, until atoms have moved by
/// half of it; or, where they move so fast that it would search in every few steps, all of them for a while.
/// What is computed is the same.
class WatchedPairs {
 public:
  /// Whether all pairs are watched, or only those within the margin.
  [[nodiscard]] bool all() const { return all_; }

  /// Call once a step. Whether the pairs to watch must be searched now.
  /// \param new_list   the neighbor list is new
  /// \param has_moved  called if it matters: whether atoms have moved by half of the margin
  template <class HasMoved> bool search_now(bool new_list, HasMoved has_moved)
  {
    ++steps_of_search_;
    ++steps_of_list_;
    if (new_list) {
      all_ = steps_of_list_ < while_all;
      steps_of_list_ = 0;
    } else if (all_) {
      if (steps_of_search_ < while_all) return false;
      all_ = false;
    } else {
      if (!has_moved()) return false;
      all_ = steps_of_search_ < soon;
    }
    steps_of_search_ = 0;
    return true;
  }

 private:
  // A search costs about as much as to watch all pairs, and not only the near ones, for ten steps; and a list
  // is searched about seven times while it lasts, with the margin of a quarter of the skin.
  static constexpr int soon = 10, while_all = 7 * soon;

  bool all_ = false;
  int steps_of_search_ = 0, steps_of_list_ = while_all;    // the first list is like one after a long one
};

}    // namespace granular_srt
