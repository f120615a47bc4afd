#pragma once

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Returns the text of the first rank on all ranks of this LAMMPS (of the partition, with -partition). Collective.
std::string broadcast_from_first_rank(const LAMMPS_NS::LAMMPS *lmp, std::string text);

/// Value of an environment variable on the first rank, for all ranks; empty if it is not set there. Called on all ranks.
std::optional<std::string> environment_variable(const LAMMPS_NS::LAMMPS *lmp, const std::string &name);

/// Value of a variable with few values; the first of the allowed values if it is not set. Called on all ranks.
/// \throws LAMMPS error for a value that is not allowed on all ranks
std::string environment_choice(LAMMPS_NS::LAMMPS *lmp, const std::string &name,
                               const std::vector<std::string> &allowed);

}    // namespace granular_srt
