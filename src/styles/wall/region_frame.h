#pragma once

#include "contact/vec3.h"

namespace LAMMPS_NS {
class Region;
}

namespace granular_srt {

/// Present place of a region that moves or turns: x = turn X + shift, where X is the place of the same point of the region
/// as the region command gives it. LAMMPS computes sine and cosine of the angle for each point; here they are computed
/// once in a time step.
class RegionFrame {
 public:
  /// A region in the place that its command gives.
  RegionFrame() = default;
  /// \param region  whose motion of this time step is known: after Region::prematch() and set_velocity()
  explicit RegionFrame(LAMMPS_NS::Region &region);

  [[nodiscard]] contact::Vec3<double> to_region(const contact::Vec3<double> &x) const
  {
    const contact::Vec3<double> from = x - shift_;
    return {dot(from, column_[0]), dot(from, column_[1]), dot(from, column_[2])};
  }
  /// A vector of the region as it lies now.
  [[nodiscard]] contact::Vec3<double> turned(const contact::Vec3<double> &a) const
  {
    return a.x * column_[0] + a.y * column_[1] + a.z * column_[2];
  }

 private:
  contact::Vec3<double> column_[3] = {
      {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};    // of the rotation
  contact::Vec3<double> shift_{0.0, 0.0, 0.0};               // [length]
};

}    // namespace granular_srt
