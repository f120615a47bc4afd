#pragma once

#include "lmptype.h"

namespace granular_srt {

/// A pair of the neighbor list in contact or with a small gap.
struct ClosePair {
  int i;
  int neighbor;    ///< entry of the neighbor list: j and the bits of its kind of special neighbor

  [[nodiscard]] int j() const { return neighbor & NEIGHMASK; }
  [[nodiscard]] int special() const { return neighbor >> SBBITS & 3; }
};

}    // namespace granular_srt
