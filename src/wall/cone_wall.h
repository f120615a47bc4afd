#pragma once

#include "wall_motion.h"
#include "wall_shape.h"

#include <memory>

namespace granular_srt {

/// Side of a cone between two points of its axis, open at both ends: a hopper with an orifice, or a funnel. Part 0 of
/// the wall. Particles remain on the side where their center is.
/// \param axis            direction of the axis: 0 x, 1 y, 2 z
/// \param lo, hi          ends on the axis, lo < hi [length]
/// \param radius_lo, radius_hi  there, >= 0, not both 0 [length]
/// \param first, second   position of the axis on the two other coordinates, in the order x, y, z [length]
std::unique_ptr<WallShape> make_cone(int axis, double lo, double hi, double radius_lo, double radius_hi,
                                     double first, double second, const WallMotion &motion);

}    // namespace granular_srt
