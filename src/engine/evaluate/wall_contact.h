#pragma once

#include "contact/vec3.h"

namespace granular_srt {

/// Geometry and motion of a wall at the point that is nearest to one particle.
struct WallContact {
  int part;    ///< index of this surface of the wall, the same in every step
  contact::Vec3<double>
      separation;                    ///< from the nearest point of the wall to the particle's center [length]
  double distance;                   ///< length of `separation`, > 0 [length]
  double curvature;                  ///< mean curvature [1/length]: 0 plane, > 0 convex, < 0 concave
  contact::Vec3<double> velocity;    ///< of the wall's surface at that point [length/time]
  contact::Vec3<double> omega;       ///< angular velocity of the wall [1/time]
  int triangle = -1;                 ///< of a mesh
};

}    // namespace granular_srt
