#pragma once

#include "rigid_frame.h"

namespace LAMMPS_NS {
class Region;
}

namespace granular_srt {

/// Present position of a region relative to that of its command. LAMMPS computes sine and cosine of the angle for each
/// point; here they are computed once in a time step.
/// \param region  whose motion of this time step is known: after Region::prematch() and set_velocity()
RigidFrame frame_of(LAMMPS_NS::Region &region);

}    // namespace granular_srt
