#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>

namespace granular_srt {

/// Gives a view room for at least `size` entries, and a little more, so that the next time fits too. What it
/// had is lost where it grows, and new entries are not set.
template <class View> void grow(View &view, const std::string &label, std::size_t size)
{
  if (view.extent(0) < size)
    view = View(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), size + size / 20);
}

}    // namespace granular_srt
