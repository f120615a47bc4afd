#include "triangle_mesh.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace granular_srt {
namespace {

  using contact::Vec3;

  // Height of a triangle divided by its longest side, below which it counts as without area: precision of binary files.
  constexpr double least_height = 1e-7;

  /// Counts faults of one kind.
  struct Fault {
    int count = 0, first = 0;
    void add(int number)
    {
      if (count++ == 0) first = number;
    }
  };

  // Adding zero makes -0 and 0 the same.
  std::array<double, 3> key(const Vec3<double> &x)
  {
    return {x.x + 0.0, x.y + 0.0, x.z + 0.0};
  }

  void say(const Fault &fault, const char *what, std::vector<std::string> &remarks)
  {
    if (fault.count > 0)
      remarks.push_back(what + std::string(": ") + std::to_string(fault.count) + ", the first at triangle " +
                        std::to_string(fault.first));
  }

  /// The triangles at an edge.
  struct EdgeUse {
    int index;
    int first;    ///< number of the first triangle
    int triangles = 0;
    int forward = 0;    ///< how many run from its lower to its higher vertex
  };

}    // namespace

TriangleMesh join_triangles(const std::vector<StlTriangle> &triangles, std::vector<std::string> &remarks)
{
  TriangleMesh mesh;
  std::map<std::array<double, 3>, int> vertex_at;
  std::set<std::array<int, 3>> present;
  std::map<std::pair<int, int>, EdgeUse> edges;
  Fault flat, twice, against;
  int number = 0;
  for (const StlTriangle &given : triangles) {
    ++number;
    const Vec3<double> side[3] = {given.corner[1] - given.corner[0], given.corner[2] - given.corner[1],
                                  given.corner[0] - given.corner[2]};
    const double longest = std::max({length(side[0]), length(side[1]), length(side[2])});
    const Vec3<double> area = cross(side[0], side[1]);
    if (!(length(area) > least_height * longest * longest)) {
      flat.add(number);
      continue;
    }
    MeshTriangle triangle{{}, {}, (1.0 / length(area)) * area, number};
    for (int k = 0; k < 3; ++k) {
      const auto [place, added] =
          vertex_at.try_emplace(key(given.corner[k]), static_cast<int>(mesh.vertices.size()));
      if (added) mesh.vertices.push_back(given.corner[k]);
      triangle.vertex[k] = place->second;
    }
    std::array<int, 3> sorted{triangle.vertex[0], triangle.vertex[1], triangle.vertex[2]};
    std::sort(sorted.begin(), sorted.end());
    if (!present.insert(sorted).second) {
      twice.add(number);
      continue;
    }
    if (dot(given.normal, area) < 0.0) against.add(number);
    for (int k = 0; k < 3; ++k) {
      const int from = triangle.vertex[k], to = triangle.vertex[(k + 1) % 3];
      EdgeUse &use = edges.try_emplace(std::minmax(from, to), EdgeUse{static_cast<int>(edges.size()), number})
                         .first->second;
      triangle.edge[k] = use.index;
      ++use.triangles;
      use.forward += from < to;
    }
    mesh.triangles.push_back(triangle);
  }
  mesh.edges = static_cast<int>(edges.size());

  std::vector<EdgeUse> uses;
  for (const auto &entry : edges) uses.push_back(entry.second);
  std::sort(uses.begin(), uses.end(), [](const EdgeUse &a, const EdgeUse &b) { return a.index < b.index; });
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

}    // namespace granular_srt
