#pragma once

#include "wall/mesh/mesh_contacts.h"

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
  MeshContacts contacts_;
};

}    // namespace granular_srt::test
