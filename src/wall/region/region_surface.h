#pragma once

#include "wall/shapes/wall_motion.h"

#include <cstdint>
#include <span>
#include <vector>

namespace LAMMPS_NS {
class Region;
}

namespace granular_srt {

/// Unit vector along the axis of a region that rotates.
contact::Vec3<double> axis_of(const LAMMPS_NS::Region &region);

/// Present position of a region relative to that of its command. LAMMPS computes sine and cosine of the angle for each
/// point; here they are computed once in a time step.
/// \param region  whose motion of this time step is known: after Region::prematch() and set_velocity()
RigidFrame frame_of(const LAMMPS_NS::Region &region);

/// A region that is no union or intersection, at its position in this time step.
struct PlacedRegion {
  LAMMPS_NS::Region *region = nullptr;
  RigidFrame frame;    ///< LAMMPS leaves the region where the command has put it
  /// Styles in whose search for surface points LAMMPS has faults.
  enum { other, cone, ellipsoid, block_or_cylinder } style = other;
};

/// The regions of a union or intersection that a particle may touch, and on which side of the others it is. The 65th and later ones are
/// always near.
struct NearRegions {
  std::uint64_t near = ~std::uint64_t{0};    ///< one bit a region
  std::uint64_t inside = 0;                  ///< of the regions that are not near: the particle is inside
  double distance = 0.0;                     ///< from the nearest surface of a region, or a bit less [length]

  [[nodiscard]] bool is_near(int region) const { return region >= 64 || (near >> region & 1) != 0; }
  [[nodiscard]] bool is_inside(int region) const { return (inside >> region & 1) != 0; }
};

/// A point of the surface of a region near a given point.
struct SurfacePoint {
  int part;                            ///< index of the side among those of the whole region
  contact::Vec3<double> separation;    ///< from the surface to the point [length]
  double distance;                     ///< [length]
  double curvature;                    ///< mean curvature [1/length]: > 0 convex
  bool changes_size;                   ///< this side moves if the region changes its size
  const PlacedRegion *placed;          ///< the region that the side belongs to
  // while the surface of a union or intersection is searched
  int child;      ///< index of the region that the point belongs to
  bool hidden;    ///< not on the surface of the whole, or the same as an earlier point
};

/// Finds the surface points of a region, union or intersection near a point. A union has those surface points of its
/// regions that lie outside of the others, an intersection those that lie inside of all others; where surfaces of several
/// regions coincide, it is that of the first. LAMMPS' own classes (Region::surface) differ in three ways: in a union or
/// intersection they rotate the surface points of a rotating region twice, outside of a union they keep the hidden
/// surface points instead of the others, and coincident faces of a union vanish, those of an intersection count twice.
class RegionSurface {
 public:
  RegionSurface() = default;
  explicit RegionSurface(LAMMPS_NS::Region &region);

  /// The regions that are no unions or intersections, in the order of the region commands.
  std::vector<PlacedRegion> &placed() { return placed_; }
  [[nodiscard]] const std::vector<PlacedRegion> &placed() const { return placed_; }

  /// Appends the surface points within `reach` of a point. There are none for a point on the wrong side of the region.
  /// \param regions  of near_regions() at a place and with a reach that contain all points within `reach` of x
  void find(const contact::Vec3<double> &x, double reach, const NearRegions &regions,
            std::vector<SurfacePoint> &found) const;

  /// The regions whose surface, on either side, is within `reach` of a point.
  [[nodiscard]] NearRegions near_regions(const contact::Vec3<double> &x, double reach) const;

 private:
  // A region of the tree. `placed` is its index if it is not made of others.
  struct Node {
    LAMMPS_NS::Region *region;
    bool is_union = false;
    int placed = -1;
    std::vector<int> children;
  };
  std::vector<Node> nodes_;
  std::vector<PlacedRegion> placed_;

  /// What the search for the surface of a union or intersection has in common for all its points.
  struct Joined {
    contact::Vec3<double> x;
    const NearRegions &regions;
    double near;      ///< distance at which surfaces are one [length]
    bool outside;     ///< the volume is outside of the union or intersection
    bool is_union;    ///< the volume is the union of the volumes in or outside of the regions
  };

  int add(LAMMPS_NS::Region &region);
  [[nodiscard]] bool matches(int node, const contact::Vec3<double> &x, const NearRegions &regions,
                             bool flipped) const;
  void surface(int node, const contact::Vec3<double> &x, double reach, const NearRegions &regions,
               bool flipped, std::vector<SurfacePoint> &found) const;
  [[nodiscard]] bool hides(int other, const SurfacePoint &point, std::span<const SurfacePoint> points,
                           const Joined &joined) const;
  void surface_of_placed(int node, const contact::Vec3<double> &x, double reach, bool flipped,
                         std::vector<SurfacePoint> &found) const;
};

}    // namespace granular_srt
