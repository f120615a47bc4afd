#pragma once

#include <Kokkos_Core.hpp>

namespace granular_srt {

/// Components xx yy zz xy xz yz of a symmetric tensor, summed over all work items of a reduction: a virial
/// [force length] or a kinetic stress [energy].
struct TensorSum {
  double value[6] = {};

  KOKKOS_FUNCTION void operator+=(const TensorSum &other)
  {
    for (int k = 0; k < 6; ++k) value[k] += other.value[k];
  }
};

}    // namespace granular_srt
