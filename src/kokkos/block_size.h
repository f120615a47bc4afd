#pragma once

#include <Kokkos_Core.hpp>

namespace granular_srt {

/// Work items of a kernel that evaluates contacts, on a GPU in blocks of 128. Such a kernel needs 140 to 180 registers.
/// A multiprocessor of 65536 registers holds three blocks of 128 then, and only one of the 256 that Kokkos takes for
/// reductions.
template <class Device> using ContactItems = Kokkos::RangePolicy<Device, Kokkos::LaunchBounds<128, 2>>;

}    // namespace granular_srt
