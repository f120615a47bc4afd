#pragma once

#include "triangle_mesh.h"

#include "wall/shapes/wall_shape.h"

namespace granular_srt {

struct MeshSurface {
  TriangleMesh triangles;    ///< at their initial position
  RigidFrame frame;          ///< present position
  /// Cosine of the largest angle by which the normal of a contact rotates in a time step.
  double turn_cosine;
};

/// Number of edges at the border of a mesh beside which another mesh continues its surface, at an angle below that of its
/// option `smooth`. A particle there has a contact with each of the two walls.
/// \param wall, other  shapes with a mesh
int count_seams(const WallShape &wall, WallShape &other);

}    // namespace granular_srt
