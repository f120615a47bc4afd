#pragma once

#include "cell_grid.h"

#include "engine/evaluate/near_spheres.h"

#include <span>
#include <vector>

namespace granular_srt {

/// Spheres in the order of cells, with positions in single precision.
class SpheresInCells {
 public:
  void resize(int count);
  /// \param at    place in the order
  /// \param from  position from the corner of the grid [length]
  void put(int at, int atom, const contact::Vec3<double> &from, double radius)
  {
    atom_[at] = atom;
    x_[at] = static_cast<float>(from.x);
    y_[at] = static_cast<float>(from.y);
    z_[at] = static_cast<float>(from.z);
    radius_[at] = static_cast<float>(radius);
  }
  [[nodiscard]] int atom(int at) const { return atom_[at]; }

  /// Indices of the spheres of some cells within reach of a point; valid until the next call.
  /// \param from   the point, from the corner of the grid [length]
  /// \param reach  distance of the surfaces from the point [length]
  std::span<const int> near(const CellGrid::Runs &cells, const contact::Vec3<double> &from, double reach,
                            FindNear find_near);

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  std::vector<int> atom_, found_;
  std::vector<float> x_, y_, z_, radius_;
};

}    // namespace granular_srt
