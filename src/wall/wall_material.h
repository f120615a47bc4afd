#pragma once

#include "wall_arguments.h"

#include <vector>

namespace granular_srt {

/// The contact laws of a wall: one for all types of particles, or one of each, [type - 1].
/// \throws LAMMPS error with WallMaterial::Kind::mixed, if a type has no models or other models in the pair style
std::vector<contact::AnyContact> wall_laws(LAMMPS_NS::LAMMPS *lmp, const WallArguments &wall);

}    // namespace granular_srt
