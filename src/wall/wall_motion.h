#pragma once

namespace granular_srt {

/// Prescribed rigid motion of planes and cylinders.
struct WallMotion {
  enum class Kind { none, wiggle, shear, translate, rotate };
  Kind kind = Kind::none;
  int axis = 0;              ///< direction of wiggle, shear and translate: 0 x, 1 y, 2 z
  double amplitude = 0.0;    ///< of wiggle [length]
  double period = 1.0;       ///< of wiggle [time]
  double rate =
      0.0;    ///< velocity of shear and translate [length/time]; angular velocity of rotate [1/time]

  /// Whether displacement() changes with time.
  [[nodiscard]] bool moves_surface() const { return kind == Kind::wiggle || kind == Kind::translate; }

  /// Displacement of the wall along `axis` [length]: amplitude (1 - cos(2 pi time/period)) for wiggle,
  /// rate time for translate, else 0. Shear moves the surface but not its position.
  /// \param time  since the fix was defined [time]
  [[nodiscard]] double displacement(double time) const;

  /// Velocity of the wall's surface along `axis` [length/time]; 0 for rotate.
  /// \param time  since the fix was defined [time]
  [[nodiscard]] double velocity(double time) const;
};

}    // namespace granular_srt
