#pragma once

#include "triangle_mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace granular_srt {

/// The points s with normal . s >= depth.
struct HalfSpace {
  contact::Vec3<double> normal;    ///< unit vector
  double depth;                    ///< >= 0 [length]
};

/// The shortest vector that lies in all half spaces.
/// \param spaces    no two normals at an angle of more than 90 degrees
/// \param accuracy  with which the vector lies in the half spaces [length]
contact::Vec3<double> shortest_way_into(const std::vector<HalfSpace> &spaces, double accuracy);

/// A place where a sphere touches a mesh.
struct MeshContact {
  int triangle;                        ///< that the place belongs to
  contact::Vec3<double> separation;    ///< from the mesh to the center of the sphere [length]
  double distance;                     ///< its length [length]
};

/// Cosine of an angle, less what the rounded corners of a mesh take from that of two normals [rad].
double least_cosine_of(double angle);

/// Finds the contacts of spheres with a mesh.
///
/// The distance of the surface from the center of the sphere has local minima: places inside of a triangle, on an edge or
/// a corner with no nearer place beside them. Of two places
/// - the second one does not count if it lies on or behind the plane through the first, across the normal there: flat
///   surfaces that share no edge, the other side of a thin body;
/// - both belong to one contact if their normals differ by the angle `smooth` or less: neighboring triangles of a
///   curved surface.
///
/// The overlap of a contact is the shortest way of the center to where it is at least `reach` from the planes through
/// its places, and the normal is the direction of this way. For triangles this is the distance from a convex region. Its
/// gradient is the normal, which is continuous: forces without friction and damping have a potential.
class MeshGeometry {
 public:
  /// \param smooth  largest angle of normals of one contact, in (0, pi/2]
  MeshGeometry(const TriangleMesh &mesh, double smooth);

  /// From the nearest place of a triangle to a point [length].
  [[nodiscard]] contact::Vec3<double> separation(const contact::Vec3<double> &x, int triangle) const
  {
    return nearest(x, triangle).separation;
  }

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
    bool rising = false;    ///< the surface rises beyond all edges that the point is outside of
  };
  /// A place that counts, or the plane of a triangle.
  struct Counted {
    Nearest place;
    double distance;
    contact::Vec3<double> normal;
    int contact;    ///< that it belongs to
  };

  /// Data of a triangle, contiguous in memory.
  struct Face {
    contact::Vec3<double> corner[3];
    contact::Vec3<double> outwards[3];    ///< across each edge, away from the triangle
    contact::Vec3<double> normal;
    int edge[3], vertex[3];
    std::uint8_t rises[2],
        falls[2];    ///< [side] bit k: the neighbor at edge k rises from this side, or falls
  };
  /// Sides of triangles: 2 * triangle, above it by its normal, and the next number, below it.
  static constexpr int no_side = -1;

  std::vector<Face> faces_;
  std::vector<std::array<int, 3>> neighbors_;    ///< [side][edge]: the side that continues this one
  double smooth_cosine_;
  std::vector<Nearest> places_;
  std::vector<Counted> counted_;     ///< places, nearest first, and then planes of triangles
  int contacts_ = 0;                 ///< of counted_
  std::vector<HalfSpace> planes_;    ///< of one contact

  [[nodiscard]] Nearest nearest(const contact::Vec3<double> &x, int index) const;
  [[nodiscard]] bool is_local_minimum(const Nearest &place) const;
  void find_neighbors(const TriangleMesh &mesh);
  void take(const contact::Vec3<double> &x, const Nearest &place);
  void continue_plane(const contact::Vec3<double> &x, const Nearest &place);
  [[nodiscard]] int contact_below(const contact::Vec3<double> &x, int triangle) const;
  [[nodiscard]] bool is_covered(const contact::Vec3<double> &x, const Nearest &place) const;
  [[nodiscard]] bool fits(const contact::Vec3<double> &normal, int contact) const;
  [[nodiscard]] int contact_of(const contact::Vec3<double> &normal) const;
  [[nodiscard]] MeshContact contact(int index, double reach);
};

}    // namespace granular_srt
