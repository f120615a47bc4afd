#pragma once

#include "lane_memory.h"

namespace granular_srt {

/// Sums are taken in blocks of this many terms, whatever the number of lanes, so that every instruction set
/// adds in the same order and gives the same bits.
inline constexpr int block = 8;

/// Six sums (of a symmetric tensor: virial, kinetic stress), each with one part for every place in a block.
struct BlockSums {
  alignas(64) double sum[6][block];

  /// The parts of sum k from `place` on, one a lane, and back.
  template <class Real> [[nodiscard]] Real at(int k, int place) const
  {
    return load<Real>(sum[k] + place);
  }
  template <class Real> void set(int k, int place, Real parts) { store(sum[k] + place, parts); }

  /// Adds the parts of each sum to total[6], one after the other.
  void add_to(double *total) const
  {
    for (int k = 0; k < 6; ++k)
      for (const double part : sum[k]) total[k] += part;
  }
};

}    // namespace granular_srt
