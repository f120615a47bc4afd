#include "triangle_tree.h"
#include "wall_geometry.h"

#include <algorithm>
#include <numeric>

namespace granular_srt {
namespace {

  using contact::Vec3;

  constexpr int most_in_leaf = 4;

  Bounds around(const Bounds &a, const Bounds &b)
  {
    return {{std::min(a.lowest.x, b.lowest.x), std::min(a.lowest.y, b.lowest.y),
             std::min(a.lowest.z, b.lowest.z)},
            {std::max(a.highest.x, b.highest.x), std::max(a.highest.y, b.highest.y),
             std::max(a.highest.z, b.highest.z)}};
  }

  Bounds around(const TriangleMesh &mesh, const MeshTriangle &triangle)
  {
    const auto point = [&](int k) { return Bounds{mesh.corner(triangle, k), mesh.corner(triangle, k)}; };
    return around(around(point(0), point(1)), point(2));
  }

  double squared_distance(const Bounds &box, const Vec3<double> &x)
  {
    const auto outside = [](double low, double high, double value) {
      return std::max({low - value, value - high, 0.0});
    };
    const Vec3<double> away{outside(box.lowest.x, box.highest.x, x.x),
                            outside(box.lowest.y, box.highest.y, x.y),
                            outside(box.lowest.z, box.highest.z, x.z)};
    return dot(away, away);
  }

}    // namespace

TriangleTree::TriangleTree(const TriangleMesh &mesh) : triangles_(mesh.triangles.size())
{
  std::vector<Bounds> boxes;
  boxes.reserve(mesh.triangles.size());
  for (const MeshTriangle &triangle : mesh.triangles) boxes.push_back(around(mesh, triangle));
  std::iota(triangles_.begin(), triangles_.end(), 0);
  build(boxes, 0, static_cast<int>(triangles_.size()));
}

int TriangleTree::build(const std::vector<Bounds> &boxes, int first, int count)
{
  const int node = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  Bounds box = boxes[triangles_[first]];
  for (int k = 1; k < count; ++k) box = around(box, boxes[triangles_[first + k]]);
  if (count <= most_in_leaf) {
    nodes_[node] = {box, first, count, -1};
    return node;
  }
  const Vec3<double> size = box.highest - box.lowest;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto middle = [&](int triangle) {
    return component(boxes[triangle].lowest, axis) + component(boxes[triangle].highest, axis);
  };
  const auto begin = triangles_.begin() + first;
  const int half = count / 2;
  std::nth_element(begin, begin + half, begin + count,
                   [&](int a, int b) { return std::pair(middle(a), a) < std::pair(middle(b), b); });
  build(boxes, first, half);
  const int second = build(boxes, first + half, count - half);
  nodes_[node] = {box, first, 0, second};
  return node;
}

void TriangleTree::find(const Vec3<double> &x, double distance, std::vector<int> &triangles) const
{
  // half of the triangles in each branch: never deeper than the number of digits of their count
  int open[64], waiting = 0;
  open[waiting++] = 0;
  while (waiting > 0) {
    const int index = open[--waiting];
    const Node &node = nodes_[index];
    if (!(squared_distance(node.box, x) < distance * distance)) continue;
    if (node.count > 0) {
      triangles.insert(triangles.end(), triangles_.begin() + node.first,
                       triangles_.begin() + node.first + node.count);
    } else {
      open[waiting++] = node.second;
      open[waiting++] = index + 1;
    }
  }
}

}    // namespace granular_srt
