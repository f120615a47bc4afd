#pragma once

#include "host/style_table.h"

#include <span>

namespace granular_srt {

/// The styles for LAMMPS' KOKKOS package.
std::span<const StyleEntry> kokkos_styles();

}    // namespace granular_srt
