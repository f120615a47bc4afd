#pragma once

#include "wall/triangle_mesh.h"

#include <vector>

namespace granular_srt::test {

/// Adds a rectangle with these corners in turn, as two triangles.
inline void add_rectangle(std::vector<StlTriangle> &to, contact::Vec3<double> a, contact::Vec3<double> b,
                          contact::Vec3<double> c, contact::Vec3<double> d)
{
  to.push_back({{a, b, c}, {0.0, 0.0, 0.0}});
  to.push_back({{a, c, d}, {0.0, 0.0, 0.0}});
}

inline TriangleMesh joined(const std::vector<StlTriangle> &triangles)
{
  std::vector<std::string> remarks;
  return join_triangles(triangles, remarks);
}

}    // namespace granular_srt::test
