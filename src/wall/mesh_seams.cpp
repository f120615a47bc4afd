#include "mesh_wall.h"
#include "wall_shape.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {

using contact::Vec3;

namespace {

  // Height of a point above an edge, from which the other mesh is searched, as part of the length of the edge; and its
  // largest distance from the other mesh, as part of this height.
  constexpr double height_of_point = 0.01, farthest = 1.01;

}    // namespace

int count_seams(const WallShape &wall, WallShape &other)
{
  const TriangleMesh &mesh = wall.mesh()->triangles;
  const RigidFrame &frame = wall.mesh()->frame;
  const MeshSurface &beside = *other.mesh();
  std::vector<int> triangles_at(mesh.edges);
  for (const MeshTriangle &triangle : mesh.triangles)
    for (const int edge : triangle.edge) ++triangles_at[edge];
  std::vector<WallContact> found;
  int count = 0;
  for (const MeshTriangle &triangle : mesh.triangles) {
    const Vec3<double> normal = frame.turned(triangle.normal);
    for (int k = 0; k < 3; ++k) {
      if (triangles_at[triangle.edge[k]] != 1) continue;
      const Vec3<double> &from = mesh.corner(triangle, k), &to = mesh.corner(triangle, (k + 1) % 3);
      const double height = height_of_point * length(to - from);
      found.clear();
      other.find(frame.place(0.5 * (from + to)) + height * normal, 2.0 * height, found);
      count += std::any_of(found.begin(), found.end(), [&](const WallContact &contact) {
        const Vec3<double> there = beside.frame.turned(beside.triangles.triangles[contact.triangle].normal);
        return contact.distance < farthest * height && dot(contact.separation, normal) > 0.0 &&
            std::fabs(dot(there, normal)) > beside.turn_cosine;
      });
    }
  }
  return count;
}

}    // namespace granular_srt
