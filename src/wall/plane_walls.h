#pragma once

#include "wall_motion.h"
#include "wall_shape.h"

#include <memory>

namespace granular_srt {

/// One or two parallel planes. Particles remain on the side of a plane where their center is.
/// Parts of the wall: 0 (lo) and 1 (hi).
/// \param axis    normal of the planes: 0 x, 1 y, 2 z
/// \param lo, hi  positions on that axis [length]; NaN for no plane
std::unique_ptr<WallShape> make_planes(int axis, double lo, double hi, const WallMotion &motion);

}    // namespace granular_srt
