#pragma once

#include "rigid_frame.h"
#include "wall_motion.h"

#include "lmptype.h"

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Motion of a mesh, by numbers or by variables.
struct MeshMotionRule {
  WallMotion by_numbers;                         ///< wiggle, translate or rotate
  contact::Vec3<double> point{0.0, 0.0, 0.0};    ///< of the axis of rotation [length]
  contact::Vec3<double> axis{0.0, 0.0, 1.0};     ///< its direction, a unit vector
  std::string
      displacement[3];    ///< names of variables for the displacement along x, y, z [length]; empty for none
  std::string angle;      ///< name of a variable for the angle of rotation; empty for none

  [[nodiscard]] bool by_variables() const
  {
    return !displacement[0].empty() || !displacement[1].empty() || !displacement[2].empty() || !angle.empty();
  }
};

/// Place and velocity of a mesh in a time step. Velocities of a motion by variables are differences between two steps.
class MeshMotion {
 public:
  /// Values of the variables in one step and their rates, kept for the next step and for restart files.
  struct Rates {
    LAMMPS_NS::bigint step = -1;    ///< -1 if they are not known
    double value[4] = {};           ///< displacement [length], angle
    double rate[4] = {};            ///< [1/time] of these
  };

  /// \param command  name of the fix in messages
  MeshMotion(LAMMPS_NS::LAMMPS *lmp, std::string command, MeshMotionRule rule);

  /// \throws LAMMPS error if a variable does not exist or is not of style equal
  void init();
  /// \param time  since the fix was defined [time]
  void move_to(double time);

  [[nodiscard]] bool moves() const;
  [[nodiscard]] bool by_variables() const { return rule_.by_variables(); }
  [[nodiscard]] const RigidFrame &frame() const { return frame_; }
  [[nodiscard]] const contact::Vec3<double> &omega() const { return omega_; }
  /// Velocity of the mesh at a point [length/time].
  [[nodiscard]] contact::Vec3<double> velocity_at(const contact::Vec3<double> &x) const
  {
    return velocity_ + cross(omega_, x - center_);
  }
  [[nodiscard]] Rates &rates() { return rates_; }

 private:
  LAMMPS_NS::LAMMPS *lmp_;
  std::string command_;
  MeshMotionRule rule_;
  int variable_[4] = {-1, -1, -1, -1};
  Rates rates_;
  RigidFrame frame_;
  contact::Vec3<double> velocity_{0.0, 0.0, 0.0}, omega_{0.0, 0.0, 0.0}, center_{0.0, 0.0, 0.0};

  void read_variables();
  void place(const contact::Vec3<double> &displacement, double angle);
};

}    // namespace granular_srt
