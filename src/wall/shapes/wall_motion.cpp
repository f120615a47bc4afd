#include "wall_motion.h"
#include "wall_surface.h"

#include <cmath>

namespace granular_srt {
namespace {

  using contact::Vec3;

  constexpr double two_pi = 6.28318530717958647692;

}    // namespace

bool MotionRule::by_variables() const
{
  return !displacement_variable[0].empty() || !displacement_variable[1].empty() ||
      !displacement_variable[2].empty() || !angle_variable.empty();
}

bool MotionRule::moves() const
{
  const bool shifts = (kind == Kind::wiggle || kind == Kind::translate) && !stays_in_place;
  return shifts || by_variables() || (rigid_body && kind == Kind::rotate);
}

double MotionRule::displacement(double time) const
{
  switch (kind) {
    case Kind::wiggle: return amplitude * (1.0 - std::cos(two_pi / period * time));
    case Kind::translate: return rate * time;
    default: return 0.0;
  }
}

double MotionRule::velocity(double time) const
{
  switch (kind) {
    case Kind::wiggle: return amplitude * two_pi / period * std::sin(two_pi / period * time);
    case Kind::shear:
    case Kind::translate: return rate;
    default: return 0.0;
  }
}

void MotionRule::place(double time, WallPlacement &placement) const
{
  const bool rotates = kind == Kind::rotate;
  placement.shift = along(axis, displacement(time));
  placement.velocity = along(axis, velocity(time));
  placement.spin = rotates ? rate : 0.0;
  if (!rigid_body) return;
  place_body(placement.shift, rotates ? rate * time : 0.0, placement);
  if (rotates) placement.omega = rate * rotation_axis;
}

void MotionRule::place_body(const Vec3<double> &displacement, double angle, WallPlacement &placement) const
{
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const Vec3<double> &a = rotation_axis;
  RigidFrame &frame = placement.frame;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> e = along(k, 1.0);
    frame.column[k] = cosine * e + sine * cross(a, e) + ((1.0 - cosine) * dot(a, e)) * a;
  }
  frame.shift = point - frame.turned(point) + displacement;
  placement.center = point + displacement;
}

}    // namespace granular_srt
