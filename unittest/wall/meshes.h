#pragma once

#include "wall/mesh/mesh_geometry.h"

#include <cmath>
#include <limits>
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

/// Whether a vector lies in half spaces. \param bound  how far it may be before them [length]
inline bool in_all(const contact::Vec3<double> &way, const std::vector<HalfSpace> &spaces, double bound)
{
  for (const HalfSpace &one : spaces)
    if (one.depth - dot(one.normal, way) > bound) return false;
  return true;
}

/// The shortest of the ways to a plane, a line of two planes or a point of three that lies in all half spaces.
inline contact::Vec3<double> shortest_of_all(const std::vector<HalfSpace> &spaces, double bound)
{
  contact::Vec3<double> best{0.0, 0.0, 0.0};
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const contact::Vec3<double> &way) {
    if (!(length(way) < least) || !in_all(way, spaces, bound)) return;
    least = length(way);
    best = way;
  };
  for (const HalfSpace &a : spaces) {
    consider(a.depth * a.normal);
    for (const HalfSpace &b : spaces) {
      const double c = dot(a.normal, b.normal), determinant = 1.0 - c * c;
      if (determinant < 1e-9) continue;
      consider(((a.depth - c * b.depth) / determinant) * a.normal +
               ((b.depth - c * a.depth) / determinant) * b.normal);
      for (const HalfSpace &d : spaces) {
        const double volume = dot(a.normal, cross(b.normal, d.normal));
        if (std::fabs(volume) < 1e-9) continue;
        consider((1.0 / volume) *
                 (a.depth * cross(b.normal, d.normal) + b.depth * cross(d.normal, a.normal) +
                  d.depth * cross(a.normal, b.normal)));
      }
    }
  }
  return best;
}

/// Contacts with a mesh.
class Touch {
 public:
  explicit Touch(const std::vector<StlTriangle> &triangles, double smooth = 0.5235987755982988) :
      mesh_{joined(triangles)}, tree_{mesh_}, contacts_{mesh_, smooth}
  {
  }
  std::vector<MeshContact> operator()(contact::Vec3<double> x, double radius = 1.0)
  {
    std::vector<int> near;
    tree_.find(x, radius, near);
    std::vector<MeshContact> found;
    contacts_.find(x, radius, near.data(), static_cast<int>(near.size()), found);
    return found;
  }

 private:
  TriangleMesh mesh_;
  TriangleTree tree_;
  MeshGeometry contacts_;
};

}    // namespace granular_srt::test
