#include "triangle_mesh.h"

#include "wall/shapes/wall_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace granular_srt {
namespace {

  using contact::Vec3;

  // Height of a triangle divided by its longest side, below which it counts as without area: precision of binary files.
  constexpr double least_height = 1e-7;
  // Corners that are this close are one: the precision of binary files is 6e-8 of the size.
  constexpr double tolerance_of_size = 1e-6, tolerance_of_side = 1e-3;
  // Half of the last of seven digits, divided by the number: the largest rounding of text and of binary files.
  constexpr double rounding_of_files = 5e-7;

  struct Fault {
    int count = 0, first = 0;
    void add(int number)
    {
      if (count++ == 0) first = number;
    }
  };

  /// The vertices of a mesh, found by their positions in cubes with edges of the tolerance.
  class Vertices {
   public:
    Vertices(TriangleMesh &mesh, double tolerance) : mesh_{mesh}, tolerance_{tolerance} {}

    /// Index of the vertex that is nearest to x, within the tolerance and `within`; of a new one if there is none.
    int at(const Vec3<double> &x, double within)
    {
      const Cube home = cube_of(x);
      double nearest = std::min(tolerance_, within);
      int found = -1;
      for (int k = 0; k < 27; ++k) {
        const auto here = cubes_.find({home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1});
        if (here == cubes_.end()) continue;
        for (const int vertex : here->second) {
          const double apart = length(mesh_.vertices[vertex] - x);
          if (!(apart < nearest) && apart != 0.0) continue;
          nearest = apart;
          found = vertex;
        }
      }
      if (found >= 0) {
        mesh_.joined += nearest > 0.0;
        return found;
      }
      cubes_[home].push_back(static_cast<int>(mesh_.vertices.size()));
      mesh_.vertices.push_back(x);
      return static_cast<int>(mesh_.vertices.size()) - 1;
    }

    [[nodiscard]] double tolerance() const { return tolerance_; }

   private:
    using Cube = std::array<std::int64_t, 3>;
    TriangleMesh &mesh_;
    double tolerance_;
    std::map<Cube, std::vector<int>> cubes_;

    [[nodiscard]] Cube cube_of(const Vec3<double> &x) const
    {
      const auto along = [&](double value) {
        return static_cast<std::int64_t>(std::floor(value / tolerance_));
      };
      return {along(x.x), along(x.y), along(x.z)};
    }
  };

  void say(const Fault &fault, const char *what, std::vector<std::string> &remarks)
  {
    if (fault.count > 0)
      remarks.push_back(what + std::string(": ") + std::to_string(fault.count) + ", the first at triangle " +
                        std::to_string(fault.first));
  }

  using Side = std::pair<int, int>;    // its two vertices, the lower one first

  Side side_of(const MeshTriangle &triangle, int k)
  {
    return std::minmax(triangle.vertex[k], triangle.vertex[(k + 1) % 3]);
  }

  struct EdgeUse {
    int first;    ///< number of the first triangle
    int triangles = 0;
    int forward = 0;    ///< how many run from its lower to its higher vertex
  };

  constexpr int most_in_leaf = 4;

  Bounds bounds_of(const TriangleMesh &mesh, const MeshTriangle &triangle)
  {
    const auto point = [&](int k) { return Bounds{mesh.corner(triangle, k), mesh.corner(triangle, k)}; };
    return around(around(point(0), point(1)), point(2));
  }

  Bounds bounds_of(const std::vector<StlTriangle> &triangles)
  {
    constexpr double none = std::numeric_limits<double>::infinity();
    Bounds all{{none, none, none}, {-none, -none, -none}};
    for (const StlTriangle &triangle : triangles)
      for (const Vec3<double> &x : triangle.corner) all = around(all, {x, x});
    return all;
  }

  double largest_coordinate(const Vec3<double> &x)
  {
    return std::max({std::fabs(x.x), std::fabs(x.y), std::fabs(x.z)});
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

  /// Divides triangles at vertices of others that lie on their sides, so that triangles meet in whole edges.
  class Division {
   public:
    /// \param tolerance  largest distance of a vertex from a side [length]
    Division(TriangleMesh &mesh, double tolerance) : mesh_{mesh}, tolerance_{tolerance}
    {
      for (const MeshTriangle &triangle : mesh.triangles)
        for (int k = 0; k < 3; ++k) opposite_.insert({side_of(triangle, k), triangle.vertex[(k + 2) % 3]});
    }

    void divide()
    {
      const std::vector<std::vector<int>> on_sides = vertices_on_sides();
      std::vector<MeshTriangle> pieces;
      pieces.reserve(mesh_.triangles.size());
      for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
        const std::size_t first = pieces.size();
        pieces.push_back(mesh_.triangles[t]);
        for (const int vertex : on_sides[t]) divide_at(vertex, pieces, first);
        mesh_.divided += pieces.size() > first + 1;
      }
      mesh_.triangles = std::move(pieces);
    }

   private:
    TriangleMesh &mesh_;
    double tolerance_;
    std::set<std::pair<Side, int>> opposite_;    // third vertices of the triangles at a side

    // [triangle]
    [[nodiscard]] std::vector<std::vector<int>> vertices_on_sides() const
    {
      std::vector<std::vector<int>> on_sides(mesh_.triangles.size());
      if (mesh_.triangles.empty()) return on_sides;
      const TriangleTree tree(mesh_);
      std::vector<int> near;
      for (int vertex = 0; vertex < static_cast<int>(mesh_.vertices.size()); ++vertex) {
        near.clear();
        tree.find(mesh_.vertices[vertex], tolerance_, near);
        for (const int t : near)
          if (side_at(mesh_.triangles[t], vertex) >= 0) on_sides[t].push_back(vertex);
      }
      return on_sides;
    }

    // The side of a triangle on which a vertex lies, or -1. A narrow triangle between the side and the vertex joins them.
    [[nodiscard]] int side_at(const MeshTriangle &triangle, int vertex) const
    {
      for (int k = 0; k < 3; ++k) {
        const Vec3<double> &from = mesh_.corner(triangle, k);
        const Vec3<double> side = mesh_.corner(triangle, (k + 1) % 3) - from,
                           at = mesh_.vertices[vertex] - from;
        const double whole = length(side), along = dot(at, side) / whole;
        const double most = std::min(tolerance_, tolerance_of_side * whole);
        if (along > most && whole - along > most && length(at - (along / whole) * side) < most &&
            opposite_.count({side_of(triangle, k), vertex}) == 0)
          return k;
      }
      return -1;
    }

    // Divides the piece of a triangle, among those from `first`, on whose side the vertex lies.
    void divide_at(int vertex, std::vector<MeshTriangle> &pieces, std::size_t first) const
    {
      for (std::size_t p = first; p < pieces.size(); ++p) {
        const int k = side_at(pieces[p], vertex);
        if (k < 0) continue;
        MeshTriangle other = pieces[p];
        pieces[p].vertex[(k + 1) % 3] = vertex;
        other.vertex[k] = vertex;
        pieces.push_back(other);
        return;
      }
    }
  };

}    // namespace

TriangleMesh join_triangles(const std::vector<StlTriangle> &triangles, std::vector<std::string> &remarks)
{
  TriangleMesh mesh;
  const Bounds box = bounds_of(triangles);
  mesh.rounding =
      rounding_of_files * std::max(largest_coordinate(box.lowest), largest_coordinate(box.highest));
  Vertices vertices(mesh, tolerance_of_size * largest_coordinate(box.highest - box.lowest));
  std::set<std::array<int, 3>> present;
  Fault flat, twice, against;
  int number = 0;
  for (const StlTriangle &given : triangles) {
    ++number;
    const Vec3<double> side[3] = {given.corner[1] - given.corner[0], given.corner[2] - given.corner[1],
                                  given.corner[0] - given.corner[2]};
    const auto [shortest, longest] = std::minmax({length(side[0]), length(side[1]), length(side[2])});
    const Vec3<double> area = cross(side[0], side[1]);
    if (!(length(area) > least_height * longest * longest)) {
      flat.add(number);
      continue;
    }
    MeshTriangle triangle{{}, {}, (1.0 / length(area)) * area, number};
    for (int k = 0; k < 3; ++k)
      triangle.vertex[k] = vertices.at(given.corner[k], tolerance_of_side * shortest);
    std::array<int, 3> sorted{triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]};
    std::sort(sorted.begin(), sorted.end());
    if (!present.insert(sorted).second) {
      twice.add(number);
      continue;
    }
    if (dot(given.normal, area) < 0.0) against.add(number);
    mesh.triangles.push_back(triangle);
  }
  Division(mesh, std::max(vertices.tolerance(), 4.0 * mesh.rounding)).divide();

  std::map<Side, int> edges;
  std::vector<EdgeUse> uses;    // [edge]
  for (MeshTriangle &triangle : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const Side side = side_of(triangle, k);
      triangle.edge[k] = edges.try_emplace(side, static_cast<int>(edges.size())).first->second;
      if (uses.size() < edges.size()) uses.push_back({triangle.number});
      EdgeUse &use = uses[triangle.edge[k]];
      ++use.triangles;
      use.forward += triangle.vertex[k] == side.first;
    }
  mesh.edges = static_cast<int>(edges.size());
  Fault open, turned;
  for (const EdgeUse &use : uses) {
    if (use.triangles == 1) open.add(use.first);
    if (use.triangles == 2 && use.forward != 1) turned.add(use.first);
  }
  say(flat, "triangles without an area, which are left out", remarks);
  say(twice, "triangles with the corners of an earlier one, which are left out", remarks);
  say(open, "edges with a triangle on one side only, at a border or a hole", remarks);
  say(turned, "edges between triangles of opposite orientation", remarks);
  say(against, "triangles with a normal against the order of their corners", remarks);
  return mesh;
}

TriangleTree::TriangleTree(const TriangleMesh &mesh) : triangles_(mesh.triangles.size())
{
  std::vector<Bounds> boxes;
  boxes.reserve(mesh.triangles.size());
  for (const MeshTriangle &triangle : mesh.triangles) boxes.push_back(bounds_of(mesh, triangle));
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
