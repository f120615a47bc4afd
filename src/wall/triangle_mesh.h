#pragma once

#include "stl_file.h"

#include <string>
#include <vector>

namespace granular_srt {

/// A triangle of a mesh.
struct MeshTriangle {
  int vertex[3];
  int edge[3];                     ///< edge k joins vertex k and the next one
  contact::Vec3<double> normal;    ///< unit vector, by the right-hand rule from the order of its vertices
  int number;                      ///< in the file, from 1
};

/// Triangles with shared vertices and edges.
struct TriangleMesh {
  std::vector<contact::Vec3<double>> vertices;    ///< [length]
  std::vector<MeshTriangle> triangles;
  int edges = 0;    ///< number of edges

  [[nodiscard]] const contact::Vec3<double> &corner(const MeshTriangle &triangle, int k) const
  {
    return vertices[triangle.vertex[k]];
  }
};

/// Joins triangles at equal corners. Triangles without area, and those with the same corners as an earlier one, are
/// left out.
/// \param remarks  one text for each kind of fault, with the number of the first triangle in the file: triangles that
///                 are left
///                 out, edges with one triangle only, neighbors of opposite orientation, normals against the order of the
///                 corners
TriangleMesh join_triangles(const std::vector<StlTriangle> &triangles, std::vector<std::string> &remarks);

}    // namespace granular_srt
