#pragma once

#include "mesh_motion.h"
#include "triangle_mesh.h"
#include "wall_shape.h"

#include <memory>

namespace granular_srt {

/// A rigid surface of triangles. Both sides of a triangle act on particles.
/// \param mesh    with at least one triangle, at its position before any motion
/// \param smooth  least angle of the normals of two contacts of a particle, in (0, pi/2]
std::unique_ptr<WallShape> make_mesh_wall(TriangleMesh &&mesh, double smooth, MeshMotion &&motion);

}    // namespace granular_srt
