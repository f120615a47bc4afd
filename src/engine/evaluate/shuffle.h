#pragma once

#include "lane_access.h"

namespace granular_srt {

/// A register of `count` lanes: choose(0), choose(1), ... of a and, from n on, of b.
#ifdef __CUDACC__
// nvcc reads this through the headers of src/kokkos and never calls it. It loses the dots of a pack in this builtin
template <int count, auto choose, int n> Lanes<count> shuffled(Lanes<n> a, Lanes<n> b);
#else
template <int count, auto choose, int n> Lanes<count> shuffled(Lanes<n> a, Lanes<n> b)
{
  return [&]<int... lane>(std::integer_sequence<int, lane...>)
  {
    return Lanes<count>(__builtin_shufflevector(a.values(), b.values(), choose(lane)...));
  }
  (std::make_integer_sequence<int, count>{});
}
#endif

}    // namespace granular_srt
