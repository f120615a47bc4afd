#pragma once

#include "engine/evaluate/wall_contact.h"

#include <cmath>

namespace granular_srt {

/// \file
/// Planes and cylinders at their present position, as plain data with functions that device kernels call too.

/// Component of a vector along axis 0 (x), 1 (y) or 2 (z).
GRANULAR_SRT_FN double component(const contact::Vec3<double> &a, int axis)
{
  return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

/// Vector of signed length `value` along axis 0 (x), 1 (y) or 2 (z).
GRANULAR_SRT_FN contact::Vec3<double> along(int axis, double value)
{
  return {axis == 0 ? value : 0.0, axis == 1 ? value : 0.0, axis == 2 ? value : 0.0};
}

/// Contact with a flat surface at rest. The distance is at least 1e-100 so that `separation` has the
/// direction of the normal even if the particle's center lies on the surface.
/// \param normal    unit vector from the wall to the particle
/// \param distance  of the particle's center from the surface [length]
GRANULAR_SRT_FN WallContact contact_at(int part, const contact::Vec3<double> &normal, double distance)
{
  const double at_least = distance < 1e-100 ? 1e-100 : distance;
  return {part, at_least * normal, at_least, 0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
}

/// One or two parallel planes. Parts of the wall: 0 (lo) and 1 (hi).
struct PlaneSurface {
  int axis = 0;                                     ///< normal: 0 x, 1 y, 2 z
  double position[2] = {};                          ///< before it moves [length]; NaN for no plane
  double shift = 0.0;                               ///< displacement along the normal [length]
  contact::Vec3<double> velocity{0.0, 0.0, 0.0};    ///< [length/time]
  /// lo lies above hi. As in LAMMPS, lo then acts below the middle between them and hi above it.
  bool crossed = false;

  static constexpr int parts = 2;

  /// Signed height above a plane of a point with this coordinate on the normal [length]; NaN for a missing plane.
  [[nodiscard]] GRANULAR_SRT_FN double height(int part, double coordinate) const
  {
    return coordinate - (position[part] + shift);
  }

  /// The contact of a part with a particle, if its distance is less than `reach`.
  GRANULAR_SRT_FN bool find(int part, const contact::Vec3<double> &x, double reach, WallContact &found) const
  {
    const double coordinate = component(x, axis), above = height(part, coordinate);
    // negated, because the height above a missing plane is NaN
    if (!(std::fabs(above) < reach)) return false;
    if (crossed && (part == 0) != (height(0, coordinate) < -height(1, coordinate))) return false;
    // a particle whose center lies on a plane is pushed between the planes
    const double inwards = part == 0 ? 1.0 : -1.0;
    const double side = above == 0.0 ? inwards : std::copysign(1.0, above);
    found = contact_at(part, along(axis, side), std::fabs(above));
    found.velocity = velocity;
    return true;
  }
};

/// Surface of an infinite cylinder, part 0 of the wall.
struct CylinderSurface {
  int axis = 0;                                     ///< direction of the axis: 0 x, 1 y, 2 z
  double radius = 0.0;                              ///< [length]
  contact::Vec3<double> center{0.0, 0.0, 0.0};      ///< a point of the axis before it moves [length]
  contact::Vec3<double> shift{0.0, 0.0, 0.0};       ///< displacement [length]
  contact::Vec3<double> velocity{0.0, 0.0, 0.0};    ///< [length/time]
  contact::Vec3<double> omega{0.0, 0.0, 0.0};       ///< [1/time]
  double radial_velocity = 0.0;                     ///< of a radius that changes [length/time]

  static constexpr int parts = 1;

  /// From the axis to a point, at right angles to the axis [length].
  [[nodiscard]] GRANULAR_SRT_FN contact::Vec3<double> from_axis(const contact::Vec3<double> &x) const
  {
    const contact::Vec3<double> from_center = x - center - shift;
    return from_center - along(axis, component(from_center, axis));
  }

  /// The contact with a particle, if its distance is less than `reach`.
  GRANULAR_SRT_FN bool find(int part, const contact::Vec3<double> &x, double reach, WallContact &found) const
  {
    const contact::Vec3<double> away = from_axis(x);
    const double r = length(away);
    // a particle on the axis has the same distance from the wall in all directions: there is no normal
    if (r == 0.0 || !(std::fabs(radius - r) < reach)) return false;
    const double side = r <= radius ? -1.0 : 1.0;
    const contact::Vec3<double> outwards = (1.0 / r) * away;
    found = contact_at(part, side * outwards, std::fabs(radius - r));
    // mean of the curvatures around and along the axis: concave inside, convex outside
    found.curvature = side / (2.0 * radius);
    found.velocity = velocity + cross(omega, radius * outwards) + radial_velocity * outwards;
    found.omega = omega;
    return true;
  }
};

struct WallSurface {
  bool is_cylinder = false;
  PlaneSurface planes;
  CylinderSurface cylinder;

  [[nodiscard]] GRANULAR_SRT_FN int parts() const
  {
    return is_cylinder ? CylinderSurface::parts : PlaneSurface::parts;
  }

  GRANULAR_SRT_FN bool find(int part, const contact::Vec3<double> &x, double reach, WallContact &found) const
  {
    return is_cylinder ? cylinder.find(part, x, reach, found) : planes.find(part, x, reach, found);
  }
};

}    // namespace granular_srt
