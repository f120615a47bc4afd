#pragma once

#include "engine/evaluate/bounds.h"

#include "pointers.h"

#include <array>
#include <vector>

namespace granular_srt {

/// Images of particles across the periodic boundaries of the box. LAMMPS moves particles back into the box when it builds
/// neighbor lists. A wall is in the box and is not repeated: it sees a particle that has left the box where it enters the
/// box again.
class PeriodicImages : protected LAMMPS_NS::Pointers {
 public:
  using Pointers::Pointers;

  /// A particle as LAMMPS will move it back into the box.
  struct Image {
    contact::Vec3<double> x;           ///< position [length]
    contact::Vec3<double> velocity;    ///< beside that of the particle: of fix deform remap v [length/time]
    bool moved;                        ///< the particle is out of the box
  };

  /// Origin and edges of a box [length].
  using Box = std::array<double, 9>;

  /// Whether the box has a periodic boundary.
  [[nodiscard]] bool any() const;
  /// \param i  particle of this rank
  [[nodiscard]] Image of(int i) const;
  /// Appends the positions where the box would have a point that moves by this distance.
  /// \param way  [length]
  void append_near(const contact::Vec3<double> &x, double way,
                   std::vector<contact::Vec3<double>> &images) const;
  /// The present box.
  [[nodiscard]] Box box() const;
  /// The largest way of a corner of the box since it was this box, or more [length].
  [[nodiscard]] double travel_since(const Box &before) const;

 private:
  [[nodiscard]] contact::Vec3<double> fraction(const contact::Vec3<double> &x) const;
};

}    // namespace granular_srt
