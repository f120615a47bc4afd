#pragma once

#include "styles/style_entry.h"

#include <span>

namespace granular_srt {

/// The styles for LAMMPS' KOKKOS package.
std::span<const StyleEntry> kokkos_styles();

}    // namespace granular_srt
