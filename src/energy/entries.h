#pragma once

#include "sums.h"

#include <array>

namespace granular_srt {

/// Places of the values in the vector of compute granular/energy, from 0.
struct LedgerEntries {
  enum {
    translation,
    rotation,
    pairs,
    walls = pairs + 11,
    box = walls + 11,
    moving_walls,
    gravity,
    other_forces,
    added,
    time_step,
    residual,
    count
  };
  /// Within `pairs` and `walls`.
  enum {
    normal,
    sliding,
    rolling,
    twisting,
    lost_normal,
    lost_adhesion,
    lost_sliding_damping,
    lost_sliding,
    lost_rolling,
    lost_twisting,
    by_law
  };

  std::array<double, count> value{};
};

/// The vector of the compute from sums over all ranks.
LedgerEntries ledger_entries(const LedgerState &state);

}    // namespace granular_srt
