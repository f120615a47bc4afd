#pragma once

#include "simd/wall_contact.h"

#include <cstdio>
#include <memory>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Where a wall is and how it moves. No physics: what happens at a contact is in src/contact.
class WallShape {
 public:
  virtual ~WallShape() = default;

  /// Most contacts of one particle.
  [[nodiscard]] virtual int most_contacts() const = 0;

  /// Before a run. Errors: the wall does not exist any more.
  virtual void init() {}

  /// Before the loop over particles.
  /// \param time  since the wall was made [time]
  virtual void move_to(double time) = 0;

  /// Appends the places of the wall within `reach` of a point, at most most_contacts().
  virtual void find(const contact::Vec3<double> &x, double reach, std::vector<WallContact> &found) = 0;

  /// State for a restart file beyond the time, written by one rank. Returns the bytes written.
  virtual int write_state(FILE * /*fp*/) { return 0; }
  /// Reads what write_state() wrote.
  virtual void read_state(char * /*buffer*/) {}
  [[nodiscard]] virtual int state_bytes() { return 0; }
};

/// How planes and cylinders move. All parts move together.
struct WallMotion {
  enum class Kind { none, wiggle, shear, translate, rotate };
  Kind kind = Kind::none;
  int axis = 0;
  double amplitude = 0.0, period = 1.0;    ///< of wiggle: amplitude (1 - cos(2 pi t/period))
  double rate = 0.0;    ///< velocity of shear and translate, angular velocity of rotate

  /// Displacement and velocity along `axis` at a time.
  [[nodiscard]] double displacement(double time) const;
  [[nodiscard]] double velocity(double time) const;
};

/// One or two parallel planes, of both sides of which particles are kept away: parts 0 (lo) and 1 (hi).
/// \param lo, hi  positions, NaN where there is no plane
std::unique_ptr<WallShape> make_planes(int axis, double lo, double hi, const WallMotion &motion);

/// The inside of a cylinder about the line through (c1, c2) in the two other coordinates; part 0.
std::unique_ptr<WallShape> make_cylinder(int axis, double radius, double c1, double c2,
                                         const WallMotion &motion);

/// The surface of a LAMMPS region, on the side that the region says.
/// Errors: there is no such region.
std::unique_ptr<WallShape> make_region_wall(LAMMPS_NS::LAMMPS *lmp, const char *region_id);

}    // namespace granular_srt
