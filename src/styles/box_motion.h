#pragma once

#include "contact/box_rate.h"

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Rate with which all fixes together move the particles with the box, at the present force computation: fix
/// nph/sphere of this package, and fix deform with remap x. The rates of several fixes add up. It is zero for
/// boxes at rest and for fix deform with remap v, whose velocities already contain the rate.
contact::BoxRate present_box_rate(LAMMPS_NS::LAMMPS *lmp);

/// Fixes that move the particles with the box, each "fix ID (style)"; "" if there are none.
struct BoxMotion {
  std::string of_known_rate;      ///< those of present_box_rate() that change the shape of the box
  std::string of_unknown_rate;    ///< all others
};
BoxMotion box_motion(LAMMPS_NS::LAMMPS *lmp);

/// \throws LAMMPS error if only some particles move with the box, or if rigid bodies do
/// \param style  pair style, for messages
void check_box_motion(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool rigid_bodies);

}    // namespace granular_srt
