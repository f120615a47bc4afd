#pragma once

#include "contact/vec3.h"

namespace granular_srt {

/// Present position of a rigid body: x = turn X + shift, where X is the initial position of the same point of the body.
struct RigidFrame {
  contact::Vec3<double> column[3] = {
      {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};    ///< of the rotation
  contact::Vec3<double> shift{0.0, 0.0, 0.0};                ///< [length]

  /// X of a place.
  [[nodiscard]] contact::Vec3<double> to_body(const contact::Vec3<double> &x) const
  {
    const contact::Vec3<double> from = x - shift;
    return {dot(from, column[0]), dot(from, column[1]), dot(from, column[2])};
  }
  /// Present direction of a vector of the body.
  [[nodiscard]] contact::Vec3<double> turned(const contact::Vec3<double> &a) const
  {
    return a.x * column[0] + a.y * column[1] + a.z * column[2];
  }
  /// Present position of X.
  [[nodiscard]] contact::Vec3<double> place(const contact::Vec3<double> &a) const
  {
    return turned(a) + shift;
  }
};

}    // namespace granular_srt
