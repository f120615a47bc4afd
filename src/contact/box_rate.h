#pragma once

#include "vec3.h"

namespace granular_srt::contact {

/// Rate L = h' h^-1 with which a box moves the particles in it: dx/dt = v + L x. The edges of the box are the columns
/// of the upper triangular h, so L is upper triangular too [1/time].
struct BoxRate {
  double xx = 0.0, yy = 0.0, zz = 0.0, yz = 0.0, xz = 0.0, xy = 0.0;

  bool operator==(const BoxRate &) const = default;
};

/// Velocity of x_i relative to x_j by the motion of the box, L (x_i - x_j) [length/time]. x_j may be a periodic image:
/// the box moves the image with L x_j too, and the image has the velocity v_j.
template <class Real> GRANULAR_SRT_FN Vec3<Real> velocity_by_box(const BoxRate &rate, Vec3<Real> separation)
{
  return {Real(rate.xx) * separation.x + Real(rate.xy) * separation.y + Real(rate.xz) * separation.z,
          Real(rate.yy) * separation.y + Real(rate.yz) * separation.z, Real(rate.zz) * separation.z};
}

/// Motion of a box: rate, and position and velocity of its lower corner.
struct BoxFlow {
  BoxRate rate;
  Vec3<double> corner{0.0, 0.0, 0.0}, corner_velocity{0.0, 0.0, 0.0};    ///< [length], [length/time]

  /// Velocity with which the box moves a particle at x [length/time].
  [[nodiscard]] GRANULAR_SRT_FN Vec3<double> velocity_at(const Vec3<double> &x) const
  {
    return corner_velocity + velocity_by_box(rate, x - corner);
  }
};

}    // namespace granular_srt::contact
