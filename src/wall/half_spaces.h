#pragma once

#include "contact/vec3.h"

#include <vector>

namespace granular_srt {

/// The points s with normal . s >= depth.
struct HalfSpace {
  contact::Vec3<double> normal;    ///< unit vector
  double depth;                    ///< >= 0 [length]
};

/// The shortest vector that lies in all half spaces.
/// \param spaces    no two normals at an angle of more than 90 degrees
/// \param accuracy  with which the vector lies in the half spaces [length]
contact::Vec3<double> shortest_way_into(const std::vector<HalfSpace> &spaces, double accuracy);

}    // namespace granular_srt
