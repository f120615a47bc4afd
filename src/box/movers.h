#pragma once

#include "barostat/voigt.h"

#include <vector>

namespace LAMMPS_NS {
class Fix;
class FixDeform;
class LAMMPS;
}    // namespace LAMMPS_NS

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

/// A fix that changes the box. mover and deform are null for fixes of other kinds.
struct BoxFix {
  const LAMMPS_NS::Fix *fix;
  const BoxMover *mover;
  const LAMMPS_NS::FixDeform *deform;    ///< fix deform and deform/kk

  /// Whether this is fix deform with remap x.
  [[nodiscard]] bool remaps_positions() const;
};

std::vector<BoxFix> fixes_of_box(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
