#pragma once

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// A setting in words.
struct Setting {
  std::string name, value;
};
using Settings = std::vector<Setting>;

/// Settings of all styles that exert forces: pair styles, then fixes in their order, then excluded pairs and bonds. Fixes of
/// LAMMPS have an empty value, because their settings are not known. Called on all ranks.
Settings force_settings(LAMMPS_NS::LAMMPS *lmp);
/// The first of these that differs, in words; empty if none does.
std::string change_of_forces(const Settings &before, const Settings &now);

/// Bits of the groups of these fixes and exclusions, except for the group `all`.
std::vector<int> groups_of_forces(const LAMMPS_NS::LAMMPS *lmp);

/// Settings that decide the order in which forces on a particle are added. LAMMPS does not take all of them from a
/// restart file.
Settings order_settings(LAMMPS_NS::LAMMPS *lmp);
/// The first of these that differs, with both values; empty if none does.
std::string change_of_order(const Settings &before, const Settings &now);

}    // namespace granular_srt
