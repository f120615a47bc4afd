#pragma once

#include "periodic_box.h"

#include "box/box_numbers.h"
#include "engine/evaluate/bounds.h"

#include "pointers.h"

#include <vector>

namespace granular_srt {

/// Images of particles across the periodic boundaries of the box. LAMMPS moves particles back into the box when it builds
/// neighbor lists. A wall is in the box and is not repeated: it sees a particle that has left the box where it enters the
/// box again.
class PeriodicImages : protected LAMMPS_NS::Pointers {
 public:
  using Pointers::Pointers;

  /// Whether the box has a periodic boundary.
  [[nodiscard]] bool any() const;
  /// Takes over the present box. Call it before the functions below.
  void refresh();
  /// Whether moved() is needed for a particle at x [length].
  [[nodiscard]] bool may_be_out(const contact::Vec3<double> &x) const { return !is_inside(x, 0.0); }
  /// \param x     position of a particle [length]; by value: an x with an address stays in memory where this is called
  /// \param mask  its group bits
  [[nodiscard]] PeriodicImage moved(contact::Vec3<double> x, int mask) const;
  /// The present box, for a device.
  [[nodiscard]] const PeriodicBox &periodic() const { return periodic_; }
  /// Appends the positions where the box would have a particle that moves by this distance.
  /// \param way  [length]
  void append_near(const contact::Vec3<double> &x, double way,
                   std::vector<contact::Vec3<double>> &images) const;
  [[nodiscard]] const BoxNumbers &box() const { return box_; }
  /// The largest way of a corner of the box since it was this box, or more [length].
  [[nodiscard]] double travel_since(const BoxNumbers &before) const;
  /// How far a corner of the box may move while lists are valid; 0 if the box does not change [length].
  [[nodiscard]] double allowed_travel() const;

 private:
  BoxNumbers box_{};
  PeriodicBox periodic_;
  Bounds inside_;    ///< of an orthogonal box, without borders that are not periodic; else nothing is inside

  /// Whether a point is in the box, this far from its periodic boundaries. No means nothing.
  [[nodiscard]] bool is_inside(const contact::Vec3<double> &x, double far) const
  {
    const contact::Vec3<double> &low = inside_.lowest, &high = inside_.highest;
    return x.x - low.x >= far && x.y - low.y >= far && x.z - low.z >= far && high.x - x.x > far &&
        high.y - x.y > far && high.z - x.z > far;
  }
};

}    // namespace granular_srt
