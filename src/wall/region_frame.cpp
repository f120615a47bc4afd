#include "region_frame.h"

#include "region.h"

namespace granular_srt {

using contact::Vec3;

RigidFrame frame_of(LAMMPS_NS::Region &region)
{
  const auto moved = [&](Vec3<double> point) {
    region.forward_transform(point.x, point.y, point.z);
    return point;
  };
  RigidFrame frame;
  if (!region.rotateflag) {
    frame.shift = moved({0.0, 0.0, 0.0});
    return frame;
  }
  // Angle and axis are private in LAMMPS, so that the rotation is determined from points. Their distance from the axis
  // is that of the axis from the origin: nearer points would lose digits.
  const Vec3<double> on_axis = Vec3<double>{region.rpoint[0], region.rpoint[1], region.rpoint[2]} -
      Vec3<double>{region.dx, region.dy, region.dz};
  const double far = 1.0 + length(on_axis);
  const Vec3<double> center = moved(on_axis);
  for (Vec3<double> &column : frame.column) column = (1.0 / far) * (moved(on_axis + far * column) - center);
  frame.shift = center - frame.turned(on_axis);
  return frame;
}

}    // namespace granular_srt
