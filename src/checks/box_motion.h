#pragma once

#include "contact/box_rate.h"

#include <optional>
#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Interface of pair styles whose contacts may see the motion of the box.
class BoxObserver {
 public:
  /// Whether they do: keyword box of pair_style granular.
  [[nodiscard]] virtual bool sees_box() const = 0;

 protected:
  ~BoxObserver() = default;    // protected: nobody deletes a pair style through this interface
};

/// Whether the contacts of the pair style, or of one of a hybrid, see the motion of the box; none without such a style.
std::optional<bool> contacts_see_box(const LAMMPS_NS::LAMMPS *lmp);

/// Motion by which all fixes together move the particles with the box, at the present force computation: fix
/// nph/sphere of this package, and fix deform with remap x. The rates of several fixes add up. They are zero for
/// boxes at rest and for fix deform with remap v, whose velocities already contain the rate.
contact::BoxFlow present_box_flow(LAMMPS_NS::LAMMPS *lmp);
inline contact::BoxRate present_box_rate(LAMMPS_NS::LAMMPS *lmp)
{
  return present_box_flow(lmp).rate;
}

/// Fixes that move the particles with the box, each "fix ID (style)"; "" if there are none.
struct BoxMotion {
  std::string of_known_rate;      ///< those of present_box_flow() that change the shape of the box
  std::string of_unknown_rate;    ///< all others
};
BoxMotion box_motion(LAMMPS_NS::LAMMPS *lmp);

/// Warns of fixes whose motion friction and dashpots do not see.
/// \param style   in the message, "Pair style ..."
/// \param rubs    whether there are friction or dashpots
/// \param sees    whether they see motion of a known rate
/// \param warned  fixes of the last warning, which is not repeated; the function updates it
void warn_of_unseen_motion(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool rubs, bool sees,
                           std::string &warned);

/// \throws LAMMPS error if only some particles move with the box, or if rigid bodies do
/// \param style  pair style, for messages
void check_box_motion(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool rigid_bodies);

}    // namespace granular_srt
