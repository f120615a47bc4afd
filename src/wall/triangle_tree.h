#pragma once

#include "triangle_mesh.h"

#include "engine/evaluate/bounds.h"

namespace granular_srt {

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
