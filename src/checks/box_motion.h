#pragma once

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Fixes that move the box, but not all particles with it, rigid bodies, or in ways of their own: their work on the particles
/// is not known. Each "fix ID (style)"; "" if there are none.
std::string fixes_with_unknown_work(LAMMPS_NS::LAMMPS *lmp, bool rigid_bodies);

/// Warns of fixes whose motion friction and dashpots do not see.
/// \param style   in the message, "Pair style ..."
/// \param has_friction  whether there are friction or dashpots
/// \param sees_known    whether they see motion of a known rate
/// \param warned  fixes of the last warning, which is not repeated; the function updates it
void warn_of_unseen_motion(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool has_friction,
                           bool sees_known, std::string &warned);

/// \throws LAMMPS error if only some particles move with the box, or if rigid bodies do
/// \param style  pair style, for messages
void check_box_motion(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool rigid_bodies);

}    // namespace granular_srt
