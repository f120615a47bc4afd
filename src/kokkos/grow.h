#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>

namespace granular_srt {

/// Reallocates a view that has fewer than `size` entries, with 5 % more so that it is reallocated less often.
/// Reallocation discards the contents and leaves all entries uninitialized.
template <class View> void grow(View &view, const std::string &label, std::size_t size)
{
  if (view.extent(0) < size)
    view = View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size + size / 20);
}

}    // namespace granular_srt
