#pragma once

#include "host/style_table.h"

#include <span>

namespace granular_srt {

/// The styles for LAMMPS' KOKKOS package.
std::span<const StyleEntry> kokkos_styles();

/// Whether this LAMMPS was built for GPUs.
bool device_is_gpu();

}    // namespace granular_srt
