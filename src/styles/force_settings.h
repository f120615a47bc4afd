#pragma once

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Settings of all that exerts forces, one text each: pair styles, then fixes in their order. Settings of LAMMPS' own styles are
/// not known, only their names.
std::vector<std::string> force_settings(LAMMPS_NS::LAMMPS *lmp);

/// In words, which of the settings differ; empty if none does.
std::string difference_of(const std::vector<std::string> &before, const std::vector<std::string> &now);

}    // namespace granular_srt
