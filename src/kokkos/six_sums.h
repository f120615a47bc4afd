#pragma once

#include <Kokkos_Core.hpp>

namespace granular_srt {

/// Sums of the components xx yy zz xy xz yz of a symmetric tensor over all work items: a virial
/// [force length], a kinetic stress [energy].
struct SixSums {
  double value[6] = {};

  KOKKOS_FUNCTION void operator+=(const SixSums &other)
  {
    for (int k = 0; k < 6; ++k) value[k] += other.value[k];
  }
};

}    // namespace granular_srt
