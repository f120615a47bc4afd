#pragma once

#include "rigid_frame.h"
#include "wall_image.h"
#include "wall_surface.h"

#include "engine/evaluate/bounds.h"

#include <cstdio>
#include <optional>
#include <vector>

namespace granular_srt {

struct TriangleMesh;

/// Position and motion of a wall, without contact physics (src/contact).
class WallShape {
 public:
  virtual ~WallShape() = default;

  /// Largest number of contacts of one particle with the wall.
  [[nodiscard]] virtual int most_contacts() const = 0;

  /// Checks the wall before a run.
  /// \throws LAMMPS error if the wall no longer exists
  virtual void init() {}

  /// Moves the wall, once in a time step before the loop over particles.
  /// \param time  since the fix was defined [time]
  virtual void move_to(double time) = 0;

  /// Whether the surface of the wall changes its position.
  [[nodiscard]] virtual bool moves() const = 0;
  /// Remembers the present position, from which travel() counts.
  virtual void mark_position() = 0;
  /// Largest distance by which any point of the wall has moved since mark_position(), for particles in this box;
  /// infinity if it is not known [length].
  [[nodiscard]] virtual double travel(const Bounds &box) const = 0;

  /// Appends, in ascending order, all particles whose distance from the wall is less than their reach, and their
  /// distances. The result may contain other particles too, and distances may be too small.
  /// \param x         [particle * 3 + dimension] [length]
  /// \param reach     [particle] [length]
  /// \param distance  [index in near] [length]
  virtual void find_near(const double *x, const double *reach, int count, std::vector<int> &near,
                         std::vector<double> &distance) = 0;

  /// Appends the contacts of the wall with a point, at most most_contacts().
  /// \param x      position [length]
  /// \param reach  largest distance of a contact [length]
  /// \throws LAMMPS error if a region has more contacts than most_contacts()
  virtual void find(const contact::Vec3<double> &x, double reach, std::vector<WallContact> &found) = 0;

  /// The same for a particle of the list of find_near().
  /// \param index  in that list
  virtual void find_listed(std::size_t /*index*/, const contact::Vec3<double> &x, double reach,
                           std::vector<WallContact> &found)
  {
    find(x, reach, found);
  }

  /// For a wall whose contacts move: cosine of the largest angle by which the normal of a contact rotates in a time
  /// step. find() then leaves WallContact::part to match_contacts().
  [[nodiscard]] virtual std::optional<double> turn_cosine() const { return {}; }

  /// The wall will move by add_load_motion().
  /// \param axis  direction of a mesh: 0 x, 1 y, 2 z. Planes move along their normal, a cylinder changes its radius.
  virtual void expect_load(int /*axis*/) {}
  /// Adds the motion of a wall under load to that of move_to().
  /// \param displacement  along the direction of the load [length]
  /// \param velocity      [length/time]
  virtual void add_load_motion(double /*displacement*/, double /*velocity*/) {}
  /// Direction in which add_load_motion() moves the wall at a contact, a unit vector.
  [[nodiscard]] virtual contact::Vec3<double> load_direction(const WallContact & /*contact*/) const
  {
    return {0.0, 0.0, 0.0};
  }

  /// Its triangles at their initial position, and its present position; null for a wall without triangles.
  [[nodiscard]] virtual const TriangleMesh *mesh() const { return nullptr; }
  [[nodiscard]] virtual RigidFrame frame() const { return {}; }

  /// Its present surface, for a device. Regions and meshes have none.
  [[nodiscard]] virtual std::optional<WallSurface> surface() const { return {}; }

  /// Whether its motion follows from variables, which may read any per-atom array.
  [[nodiscard]] virtual bool reads_variables() const { return false; }

  /// Its planes at their present places, for pictures. LAMMPS draws regions itself.
  [[nodiscard]] virtual std::vector<PlaneAt> planes() const { return {}; }

  /// Writes the state that does not follow from the time to a restart file, on one rank.
  /// \return bytes written
  virtual int write_state(FILE * /*fp*/) { return 0; }
  /// Reads what write_state() wrote.
  virtual void read_state(char * /*buffer*/) {}
  /// Number of bytes that write_state() writes.
  [[nodiscard]] virtual int state_bytes() { return 0; }
};

}    // namespace granular_srt
