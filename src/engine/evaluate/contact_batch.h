#pragma once

#include "close_pair.h"

#include <cstddef>

namespace granular_srt {

/// Pairs whose contact has ended. The caller provides the memory: a vector that can grow inside the loop over
/// contacts keeps registers in memory and costs a tenth of the loop's time.
struct EndedContacts {
  int *pairs;
  int count;

  void add(int pair) { pairs[count++] = pair; }
};

/// The contacts of one law in one chunk of close pairs.
struct ContactBatch {
  const ClosePair *pairs;
  const int *which;      ///< indices into pairs: contacts of the step before, and new ones
  int count;             ///< of these
  const int *slots;      ///< [pair] slot of the history; null without history
  double *history;       ///< [slot * doubles + k]
  int partner_offset;    ///< CloseList::partner_offset
  int pairs_in_chunk;
  EndedContacts *ended;    ///< has room for `count` pairs

  /// \param doubles  of history per contact
  [[nodiscard]] double *history_of(int pair, int doubles) const
  {
    return history + static_cast<std::ptrdiff_t>(slots[pair]) * doubles;
  }
};

}    // namespace granular_srt
