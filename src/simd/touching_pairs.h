#pragma once

#include "contacts/close_list.h"

#include <cstddef>

namespace granular_srt {

/// Pairs that no longer touch. Room for them is there before: to make it in a loop over contacts, which keeps all in
/// registers, would take a tenth of its time.
struct EndedPairs {
  int *pairs;
  int count;

  void add(int pair) { pairs[count++] = pair; }
};

/// Contacts of one law.
struct TouchingPairs {
  const ClosePair *pairs;
  const int *which;     ///< those of the pairs that touched in the step before or begin to touch
  int count;            ///< of these
  const int *slots;     ///< [pair] where each of these has its history; null without history
  double *history;      ///< [slot * doubles + k]
  int reach;            ///< CloseList::reach
  int in_chunk;         ///< pairs of the chunk that these belong to
  EndedPairs *ended;    ///< has room for all

  /// \param doubles  of history in a contact
  [[nodiscard]] double *history_of(int pair, int doubles) const
  {
    return history + static_cast<std::ptrdiff_t>(slots[pair]) * doubles;
  }
};

}    // namespace granular_srt
