#pragma once

namespace granular_srt {

/// When to search the neighbor list for close pairs, and which pairs are close. Usually these are the pairs with
/// gaps up to a margin; the search is repeated when an atom has moved by half of the margin. In fast flow this would
/// happen every few steps; all pairs of the list are then close pairs for a while. Results do not depend on this.
class SearchSchedule {
 public:
  /// Whether all pairs of the neighbor list count as close pairs, not only those within the margin.
  [[nodiscard]] bool all_close() const { return all_; }

  /// Call once per step. Returns whether to search now.
  /// \param new_list   whether the neighbor list is new
  /// \param has_moved  returns whether an atom has moved by half of the margin; called only if needed
  template <class HasMoved> bool search_now(bool new_list, HasMoved has_moved)
  {
    ++steps_since_search_;
    ++steps_of_list_;
    if (new_list) {
      all_ = steps_of_list_ < period_of_all;
      steps_of_list_ = 0;
    } else if (all_) {
      if (steps_since_search_ < period_of_all) return false;
      all_ = false;
    } else {
      if (!has_moved()) return false;
      all_ = steps_since_search_ < soon;
    }
    steps_since_search_ = 0;
    return true;
  }

 private:
  // One search costs as much as ten steps with all pairs instead of near ones. With a margin of a quarter of the
  // skin, a list is searched about seven times.
  static constexpr int soon = 10, period_of_all = 7 * soon;

  bool all_ = false;
  int steps_since_search_ = 0,
      steps_of_list_ = period_of_all;    // the first list counts as following a long one
};

}    // namespace granular_srt
