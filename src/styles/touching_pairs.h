#pragma once

#include "close_list.h"

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
  double *history;      ///< loop.layout.size doubles in each slot
  int reach;            ///< CloseList::reach
  int in_chunk;         ///< pairs of the chunk that these belong to
  EndedPairs *ended;    ///< has room for all
};

}    // namespace granular_srt
