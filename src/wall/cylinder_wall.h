#pragma once

#include "wall_motion.h"
#include "wall_shape.h"

#include <memory>

namespace granular_srt {

/// Surface of an infinite cylinder, part 0 of the wall. Particles remain inside or outside of it, where their center
/// is.
/// \param axis            direction of the cylinder's axis: 0 x, 1 y, 2 z
/// \param radius          [length]
/// \param first, second   position of the axis on the two other coordinates, in the order x, y, z [length]
std::unique_ptr<WallShape> make_cylinder(int axis, double radius, double first, double second,
                                         const WallMotion &motion);

}    // namespace granular_srt
