#pragma once

#include "wall_motion.h"
#include "wall_surface.h"

#include "engine/evaluate/bounds.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace granular_srt {

struct MeshSurface;

/// Geometry of a wall, without contact physics (src/contact). What moves it is a WallMotion.
class WallShape {
 public:
  virtual ~WallShape() = default;

  /// Largest number of contacts of one particle with the wall; of a mesh, whose contacts have no bound, a usual number.
  [[nodiscard]] virtual int most_contacts() const = 0;

  /// Puts the wall where its motion has taken it, once in a time step before the loop over particles.
  virtual void place(const WallPlacement &at) = 0;

  /// Largest distance between two positions of a point of the wall, for particles in this box; infinity if it is not
  /// known [length]. By default that of a wall that only shifts or turns about its axis of symmetry, and whose radius a load
  /// may change.
  [[nodiscard]] virtual double travel(const WallPlacement &from, const WallPlacement &to,
                                      const Bounds & /*box*/) const
  {
    return length(to.shift - from.shift) + std::fabs(to.load.displacement - from.load.displacement);
  }

  /// Appends, in ascending order, all particles whose distance from the wall is less than their reach, and their
  /// distances. The result may contain other particles too, and distances may be too small.
  /// \param x         [particle * 3 + dimension] [length]
  /// \param reach     [particle] [length]
  /// \param distance  [index in near] [length]
  virtual void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                         std::vector<double> &distance) = 0;

  /// Appends the contacts of the wall with a point.
  /// \param x      position [length]
  /// \param reach  largest distance of a contact [length]
  virtual void find(const contact::Vec3<double> &x, double reach, std::vector<WallContact> &found) = 0;

  /// Appends the contacts with a particle of the last find_near().
  /// \param index  in its list
  virtual void find_listed(std::size_t /*index*/, const contact::Vec3<double> &x, double reach,
                           std::vector<WallContact> &found)
  {
    find(x, reach, found);
  }

  /// Direction in which a load moves the wall at a contact, a unit vector.
  [[nodiscard]] virtual contact::Vec3<double> load_direction(const LoadShift &load,
                                                             const WallContact & /*contact*/) const
  {
    return along(load.axis, 1.0);
  }

  /// Its present surface, for a device and for pictures; none for walls that are neither planes nor cylinders.
  [[nodiscard]] virtual std::optional<WallSurface> surface() const { return {}; }

  /// Its triangles; null for a wall without triangles. Contacts of a mesh move from triangle to triangle: find() then
  /// leaves WallContact::part to match_contacts().
  [[nodiscard]] virtual const MeshSurface *mesh() const { return nullptr; }
};

/// Largest length of a vector at the corners of a box: how far a motion of a rigid body takes the points in it.
/// \param vector_at  Vec3<double>(const Vec3<double> &corner)
template <class VectorAt> double largest_at_corners(const Bounds &box, VectorAt vector_at)
{
  double largest = 0.0;
  for (int k = 0; k < 8; ++k) {
    const contact::Vec3<double> corner{k & 1 ? box.highest.x : box.lowest.x,
                                       k & 2 ? box.highest.y : box.lowest.y,
                                       k & 4 ? box.highest.z : box.lowest.z};
    largest = std::max(largest, length(vector_at(corner)));
  }
  return largest;
}

/// WallShape::find_near() of a shape with one distance from a point.
/// \param distance_of  double(const Vec3<double> &x): distance from the wall, or less [length]
template <class DistanceOf>
void list_near(const double *x, const double *reach, int count, DistanceOf distance_of,
               std::vector<int> &near, std::vector<double> &distance)
{
  for (int i = 0; i < count; ++i) {
    const double from_wall = distance_of(row(x, i));
    if (!(from_wall < reach[i])) continue;
    near.push_back(i);
    distance.push_back(from_wall);
  }
}

}    // namespace granular_srt
