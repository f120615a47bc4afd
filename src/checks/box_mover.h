#pragma once

#include "barostat/voigt.h"

namespace granular_srt {

/// Interface of fixes that move the particles with the box, for pair styles with box yes.
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

}    // namespace granular_srt
