#pragma once

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Settings of all styles that exert forces, one text each: pair styles, then fixes in their order. Of LAMMPS' own
/// styles only the names are known.
std::vector<std::string> force_settings(LAMMPS_NS::LAMMPS *lmp);

/// Describes the settings that differ; empty if none does.
std::string difference_of(const std::vector<std::string> &before, const std::vector<std::string> &now);

/// Settings that decide the order in which forces on a particle are added, one text each. LAMMPS does not take all of
/// them from a restart file.
std::vector<std::string> order_settings(LAMMPS_NS::LAMMPS *lmp);

/// Describes the first setting of the order that differs, with both values; empty if none does.
std::string change_of_order(const std::vector<std::string> &before, const std::vector<std::string> &now);

}    // namespace granular_srt
