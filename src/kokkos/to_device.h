#pragma once

#include "grow.h"

namespace granular_srt {

/// A view of an array of the host.
using HostArray = Kokkos::View<double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Copies the first n doubles of a host array to a view on the device, which grows if it is too short.
template <class View> void to_device(View &view, const char *label, const double *array, std::size_t n)
{
  using From = Kokkos::View<const double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  grow(view, label, n);
  Kokkos::deep_copy(Kokkos::subview(view, Kokkos::make_pair(std::size_t{0}, n)), From(array, n));
}

}    // namespace granular_srt
