#pragma once

#include "wall_shape.h"

#include <memory>
#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Surface of a LAMMPS region, on the side that the region's keyword `side` selects. The region moves itself.
/// \param command  name of the fix in messages, for example "fix wall/granular"
/// \throws LAMMPS error if there is no region of this ID
std::unique_ptr<WallShape> make_region_wall(LAMMPS_NS::LAMMPS *lmp, const std::string &command,
                                            const std::string &region_id);

}    // namespace granular_srt
