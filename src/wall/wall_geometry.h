#pragma once

#include "engine/evaluate/wall_contact.h"

namespace granular_srt {

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

}    // namespace granular_srt
