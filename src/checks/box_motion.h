#pragma once

#include "barostat/voigt.h"
#include "contact/frame.h"

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Interface of fixes that move the particles with the box.
class BoxMover {
 public:
  /// Rate h' h^-1 of the box by this fix, at the instant at which forces are computed [1/time].
  [[nodiscard]] virtual barostat::Voigt box_rate() const = 0;
  /// Coordinate of the points that the change of this length leaves in place [length].
  [[nodiscard]] virtual double fixed_point(int dim) const = 0;
  /// D of the change of velocities with the box, dv/dt = f/m - D v: upper triangle of a matrix [1/time].
  [[nodiscard]] virtual barostat::Voigt velocity_decay() const = 0;
  /// Whether all particles move with the box.
  [[nodiscard]] virtual bool moves_all_particles() const = 0;
  /// Whether the fix is meant to change the shape of the box: tilts and lengths with unequal targets, or given rates.
  [[nodiscard]] virtual bool changes_shape() const = 0;

 protected:
  ~BoxMover() = default;    // protected: nobody deletes a fix through this interface
};

/// Sum of box_rate() of all BoxMovers [1/time].
barostat::Voigt rate_of_box_movers(const LAMMPS_NS::LAMMPS *lmp);

/// Motion by which all fixes together move the particles with the box, at the present force computation: fix
/// nph/sphere of this package, and fix deform with remap x. The rates of several fixes add up. They are zero for
/// boxes at rest and for fix deform with remap v, whose velocities already contain the rate.
contact::BoxFlow present_box_flow(LAMMPS_NS::LAMMPS *lmp);

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
