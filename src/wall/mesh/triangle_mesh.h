#pragma once

#include "engine/evaluate/bounds.h"

#include <string>
#include <vector>

namespace granular_srt {

struct StlTriangle {
  contact::Vec3<double> corner[3];    ///< [length]
  contact::Vec3<double> normal;       ///< as in the file; not reliable
};

/// Reads an STL file, ASCII or binary. All solids of a file are used. (LAMMPS' STLReader ends at the first "endsolid",
/// accepts a text file that was cut off between two triangles, and its errors do not name the triangle.)
/// \throws std::runtime_error, with the number of the triangle (from 1), for: a file that cannot be read, is cut off,
///         is longer than its header says, or is no STL file; a coordinate that is no finite number; no triangles
std::vector<StlTriangle> read_stl(const std::string &path);

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
  int edges = 0;      ///< number of edges
  int joined = 0;     ///< corners that differ from their vertex by rounding
  int divided = 0;    ///< triangles of the file that are divided, with vertices of others on their sides
  double rounding = 0.0;    ///< largest error of a coordinate in a file of seven digits [length]

  [[nodiscard]] const contact::Vec3<double> &corner(const MeshTriangle &triangle, int k) const
  {
    return vertices[triangle.vertex[k]];
  }
};

/// Joins triangles at equal corners, and at corners that differ by less than a millionth of the size of the whole and a
/// thousandth of the shortest side of their triangle. Triangles without area, and those with the same corners as an earlier one, are
/// left out. A triangle on whose side a corner of another one lies is divided there: its pieces have its number and its
/// normal. Edges may have any number of triangles.
/// \param remarks  one text for each kind of fault, with the number of the first triangle in the file: triangles that
///                 are left out, edges with one triangle only, neighbors of opposite orientation, normals against
///                 the order of the corners
TriangleMesh join_triangles(const std::vector<StlTriangle> &triangles, std::vector<std::string> &remarks);

/// The triangles of a mesh in a tree of boxes: finds those near a point in a time that grows with the logarithm of their
/// number.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh &mesh);

  /// Appends the triangles whose boxes are within a distance of a point.
  void find(const contact::Vec3<double> &x, double distance, std::vector<int> &triangles) const;

  /// A box around all of them.
  [[nodiscard]] const Bounds &bounds() const { return nodes_.front().box; }

 private:
  /// A box of triangles_[first, first + count), or of two nodes: the next one and `second`.
  struct Node {
    Bounds box;
    int first, count;    ///< count 0: it has two nodes
    int second;
  };
  std::vector<Node> nodes_;
  std::vector<int> triangles_;

  int build(const std::vector<Bounds> &boxes, int first, int count);
};

}    // namespace granular_srt
