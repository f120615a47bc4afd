#pragma once

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Value of an environment variable; the first of the allowed values if it is not set.
/// \throws LAMMPS error for a value that is not allowed
std::string environment_choice(LAMMPS_NS::LAMMPS *lmp, const std::string &name,
                               const std::vector<std::string> &allowed);

}    // namespace granular_srt
