#pragma once

#include "lane_access.h"

namespace granular_srt {

/// Sums are taken in blocks of this many terms for every number of lanes, so that all instruction sets add in
/// the same order and give the same bits.
inline constexpr int terms_in_block = 8;

/// The six sums of a symmetric tensor (virial, kinetic stress), each with one partial sum per place in a block.
struct BlockSums {
  alignas(64) double sum[6][terms_in_block];

  /// The partial sums of component k from `place` on, one per lane.
  template <class Real> [[nodiscard]] Real at(int k, int place) const { return load<Real>(sum[k] + place); }
  template <class Real> void set(int k, int place, Real parts) { store(sum[k] + place, parts); }

  /// Adds the partial sums of each component to total[6], in order.
  void add_to(double *total) const
  {
    for (int k = 0; k < 6; ++k)
      for (const double part : sum[k]) total[k] += part;
  }
};

}    // namespace granular_srt
