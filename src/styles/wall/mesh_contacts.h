#pragma once

#include "triangle_mesh.h"

#include <vector>

namespace granular_srt {

/// A place where a sphere touches a mesh.
struct MeshContact {
  int triangle;                        ///< that the place belongs to
  contact::Vec3<double> separation;    ///< from the mesh to the center of the sphere [length]
  double distance;                     ///< its length [length]
};

/// Finds the contacts of spheres with a mesh.
///
/// Contacts are the places where the distance of the surface from the center of the sphere has a local minimum: inside
/// of a triangle, on an edge or a corner with no nearer place beside it. Two of these count as one if
/// - the second lies on or behind the plane through the first, across the normal there: flat surfaces that share no
///   edge,
///   the other side of a thin body; or
/// - their normals differ by less than the angle `smooth`: neighboring triangles of a curved surface. Between two
///   triangles
///   that both face the center, normal and distance change from one to the other without a jump. Elsewhere the nearer
///   place counts.
class MeshContacts {
 public:
  /// \param smooth  least angle of the normals of two contacts, in (0, pi/2]
  MeshContacts(const TriangleMesh &mesh, double smooth);

  /// From the nearest place of a triangle to a point [length].
  [[nodiscard]] contact::Vec3<double> separation(const contact::Vec3<double> &x, int triangle) const
  {
    return nearest(x, triangle).separation;
  }

  /// Prefetches a triangle.
  void prefetch(int triangle) const
  {
    const auto *bytes = reinterpret_cast<const char *>(&faces_[triangle]);
    constexpr std::size_t line = 64;
    for (std::size_t k = 0; k < sizeof(Face); k += line) __builtin_prefetch(bytes + k);
  }

  /// Appends the contacts of a point with these triangles, nearest first. All triangles within `reach` of the point
  /// must be among them.
  void find(const contact::Vec3<double> &x, double reach, const int *triangles, int count,
            std::vector<MeshContact> &found);

 private:
  /// The point of a triangle nearest to a given point.
  struct Nearest {
    enum Kind { face, edge, corner } kind;
    int which;                           ///< edge or corner of the triangle
    contact::Vec3<double> separation;    ///< from the place to the point
    double squared;                      ///< its length squared
    int triangle;
  };
  /// A contact while others are compared with it.
  struct Candidate {
    Nearest place;
    double distance;
    double weights;                      ///< sum of the weights of the contacts blended into it
    contact::Vec3<double> normal_sum;    ///< weighted
    double distance_sum;                 ///< weighted
  };

  /// Data of a triangle, contiguous in memory.
  struct Face {
    contact::Vec3<double> corner[3];
    contact::Vec3<double> normal;
    int edge[3], vertex[3];
  };

  std::vector<Face> faces_;
  double smooth_cosine_;
  std::vector<Nearest> places_;
  std::vector<Candidate> candidates_;

  [[nodiscard]] Nearest nearest(const contact::Vec3<double> &x, int triangle) const;
  [[nodiscard]] bool is_local_minimum(const Nearest &place) const;
  void take(const Nearest &place, double reach);
};

}    // namespace granular_srt
