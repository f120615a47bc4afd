#pragma once

#include "left_out.h"

#include "lammpsplugin.h"

#include <functional>

namespace granular_srt {

/// Receives a style with its members `style` ("pair", "fix" or "compute"), `name`, `info` and `creator`.
using Register = std::function<void(lammpsplugin_t &style)>;

/// Hands all styles to `add`, and before each one that takes a name of LAMMPS' the style that had it, under its second
/// name.
/// \param site  names that the installation leaves to LAMMPS
/// \throws LAMMPS error for a wrong name in GRANULAR_SRT_LEAVE or in `site`, or a wrong value of GRANULAR_SRT_KK_NAMES
void register_styles(LAMMPS_NS::LAMMPS *lmp, const NamesOfSite &site, const Register &add);

/// Whether another copy of GRANULAR-SRT has registered its styles there: built in, or loaded from another file.
bool has_another_copy(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
