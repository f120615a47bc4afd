#pragma once

#include "contact/vec3.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Present position of a rigid body: x = turn X + shift, where X is the initial position of the same point of the body.
struct RigidFrame {
  contact::Vec3<double> column[3] = {
      {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};    ///< of the rotation
  contact::Vec3<double> shift{0.0, 0.0, 0.0};                ///< [length]

  /// Initial position X of the point of the body that is now at x.
  [[nodiscard]] contact::Vec3<double> to_body(const contact::Vec3<double> &x) const
  {
    const contact::Vec3<double> from = x - shift;
    return {dot(from, column[0]), dot(from, column[1]), dot(from, column[2])};
  }
  /// Present direction of a vector of the body.
  [[nodiscard]] contact::Vec3<double> turned(const contact::Vec3<double> &a) const
  {
    return a.x * column[0] + a.y * column[1] + a.z * column[2];
  }
  /// Present position x of the point with the initial position X.
  [[nodiscard]] contact::Vec3<double> place(const contact::Vec3<double> &a) const
  {
    return turned(a) + shift;
  }
};

/// Motion under a load, in addition to the other motion of a wall.
struct LoadShift {
  int axis = 0;                 ///< direction on planes and meshes: 0 x, 1 y, 2 z
  double displacement = 0.0;    ///< along it, or of the radius of a cylinder [length]
  double velocity = 0.0;        ///< [length/time]
};

/// Where a motion has taken a wall, and how fast it moves.
struct WallPlacement {
  contact::Vec3<double> shift{0.0, 0.0, 0.0};       ///< displacement without rotation [length]
  contact::Vec3<double> velocity{0.0, 0.0, 0.0};    ///< of `center` [length/time]
  double spin = 0.0;    ///< angular velocity of a wall about its own axis [1/time]

  // a rigid body, which rotates about any axis
  RigidFrame frame;
  contact::Vec3<double> omega{0.0, 0.0, 0.0};     ///< angular velocity [1/time]
  contact::Vec3<double> center{0.0, 0.0, 0.0};    ///< a point of the axis of rotation [length]

  std::vector<RigidFrame> region_frames;    ///< of the regions that a region is made of
  LoadShift load;                           ///< zeros without a load

  /// Velocity of a rigid body at a point, without that under a load [length/time].
  [[nodiscard]] contact::Vec3<double> velocity_at(const contact::Vec3<double> &x) const
  {
    return velocity + cross(omega, x - center);
  }
};

/// Prescribed motion of planes, cylinders, cones and meshes, by numbers or by variables.
struct MotionRule {
  enum class Kind { none, wiggle, shear, translate, rotate };
  Kind kind = Kind::none;
  int axis = 0;              ///< direction of wiggle, shear and translate: 0 x, 1 y, 2 z
  double amplitude = 0.0;    ///< of wiggle [length]
  double period = 1.0;       ///< of wiggle [time]
  /// Velocity of shear and translate [length/time]; angular velocity of rotate [1/time].
  double rate = 0.0;

  bool stays_in_place = false;    ///< wiggle and translate move the surface within itself
  bool rigid_body = false;        ///< a mesh, with the values below; others rotate about their own axis
  contact::Vec3<double> point{0.0, 0.0, 0.0};            ///< of the axis of rotation [length]
  contact::Vec3<double> rotation_axis{0.0, 0.0, 1.0};    ///< unit vector
  std::string displacement_variable[3];                  ///< names, for x, y, z [length]; empty for none
  std::string angle_variable;                            ///< name, for the angle of rotation; empty for none

  [[nodiscard]] bool by_variables() const;
  /// Whether the wall changes its position.
  [[nodiscard]] bool moves() const;
  /// Whether its position is a function of the time.
  [[nodiscard]] bool depends_on_time() const
  {
    return kind == Kind::wiggle || kind == Kind::translate || (kind == Kind::rotate && rigid_body);
  }

  /// Displacement of the wall along `axis` [length]: amplitude (1 - cos(2 pi time/period)) for wiggle,
  /// rate time for translate, else 0. Shear moves the surface but not its position.
  /// \param time  since the fix was defined [time]
  [[nodiscard]] double displacement(double time) const;
  /// Velocity of the wall's surface along `axis` [length/time]; 0 for rotate.
  /// \param time  since the fix was defined [time]
  [[nodiscard]] double velocity(double time) const;

  /// Sets placement and velocities of a motion by numbers.
  /// \param time  since the fix was defined [time]
  void place(double time, WallPlacement &placement) const;
  /// Sets the frame of a rigid body.
  void place_body(const contact::Vec3<double> &displacement, double angle, WallPlacement &placement) const;
};

/// What moves a wall.
class WallMotion {
 public:
  virtual ~WallMotion() = default;

  /// Before a run. \throws LAMMPS error if a variable or region does not exist or cannot be used
  virtual void init() {}
  /// Moves the wall, once in a time step before the loop over particles.
  /// \param time  since the fix was defined [time]
  virtual void move_to(double time) = 0;
  /// Whether the surface of the wall changes its position.
  [[nodiscard]] virtual bool moves() const = 0;
  /// Whether it follows from variables, which may read any per-atom array.
  [[nodiscard]] virtual bool reads_variables() const = 0;

  /// State that does not follow from the time, as bytes of a restart file.
  [[nodiscard]] virtual std::string state() const { return {}; }
  /// Continues with what state() returned. \param bytes  at least as many
  virtual void set_state(const char * /*bytes*/) {}

  [[nodiscard]] const WallPlacement &placement() const { return placement_; }
  /// Adds the motion under a load to the placement.
  void add_load(const LoadShift &load) { placement_.load = load; }

 protected:
  WallPlacement placement_;
};

/// A motion by this rule. Velocities of a motion by variables are differences between two steps.
/// \param command  name of the fix in messages
std::shared_ptr<WallMotion> prescribed_motion(LAMMPS_NS::LAMMPS *lmp, const std::string &command,
                                              const MotionRule &rule);

/// Index of an equal-style variable.
/// \param command, keyword  that it belongs to, in messages
/// \throws LAMMPS error if the variable does not exist or has another style
int find_equal_variable(LAMMPS_NS::LAMMPS *lmp, const std::string &name, const std::string &command,
                        const std::string &keyword);
/// Calls a function that evaluates variables. Computes that they read have values in the next step too.
void evaluate_variables(LAMMPS_NS::LAMMPS *lmp, const std::function<void()> &evaluate);
/// Value of a variable in this step, by evaluate_variables().
double value_of_variable(LAMMPS_NS::LAMMPS *lmp, int variable);

}    // namespace granular_srt
