#pragma once

#include "contact/frame.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Motion by which all fixes together move the particles with the box, at the present force computation: fix
/// nph/sphere of this package, and fix deform with remap x. The rates of several fixes add up. They are zero for
/// boxes at rest and for fix deform with remap v, whose velocities already contain the rate.
contact::BoxFlow present_box_flow(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
