#include "region_frame.h"

#include "region.h"

namespace granular_srt {

using contact::Vec3;

RegionFrame::RegionFrame(LAMMPS_NS::Region &region)
{
  const auto moved = [&](Vec3<double> point) {
    region.forward_transform(point.x, point.y, point.z);
    return point;
  };
  if (!region.rotateflag) {
    shift_ = moved({0.0, 0.0, 0.0});
    return;
  }
  // LAMMPS keeps the angle and the axis to itself, so the rotation is read from points. They are as far from the axis as
  // the axis is from the origin: nearer ones would lose digits.
  const Vec3<double> on_axis = Vec3<double>{region.rpoint[0], region.rpoint[1], region.rpoint[2]} -
      Vec3<double>{region.dx, region.dy, region.dz};
  const double far = 1.0 + length(on_axis);
  const Vec3<double> center = moved(on_axis);
  for (Vec3<double> &column : column_) column = (1.0 / far) * (moved(on_axis + far * column) - center);
  shift_ = center - turned(on_axis);
}

}    // namespace granular_srt
