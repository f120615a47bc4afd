#pragma once

#include "lane_access.h"

namespace granular_srt {

/// Sums are taken in blocks of this many terms for every number of lanes, so that all instruction sets add in
/// the same order and give the same bits.
inline constexpr int terms_in_block = 8;

/// `count` sums, each with one partial sum per place in a block.
template <int count> struct Blocks {
  alignas(64) double sum[count][terms_in_block];

  /// The partial sums of component k from `place` on, one per lane.
  template <class Real> [[nodiscard]] Real at(int k, int place) const { return load<Real>(sum[k] + place); }
  template <class Real> void set(int k, int place, Real terms) { store(sum[k] + place, terms); }

  template <class Real> void add(int k, int place, Real terms) { set(k, place, at<Real>(k, place) + terms); }

  /// Adds the partial sums of each component to total[count], in order.
  void add_to(double *total) const
  {
    for (int k = 0; k < count; ++k)
      for (const double term : sum[k]) total[k] += term;
  }
};

/// Of a symmetric tensor: virial, kinetic stress.
using BlockSums = Blocks<6>;

}    // namespace granular_srt
