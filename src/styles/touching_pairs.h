#pragma once

#include "close_list.h"

#include <vector>

namespace granular_srt {

/// Contacts of one law.
struct TouchingPairs {
  const ClosePair *pairs;
  const int *which;     ///< those of the pairs that touched in the step before or begin to touch
  int count;            ///< of these
  const int *slots;     ///< [pair] where each of these has its history; null without history
  double *history;      ///< loop.layout.size doubles in each slot
  int reach;            ///< CloseList::reach
  int in_chunk;         ///< pairs of the chunk that these belong to
  std::vector<int> *ended;    ///< receives the pairs that no longer touch
};

}    // namespace granular_srt
