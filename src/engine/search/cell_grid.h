#pragma once

#include "contact/vec3.h"
#include "engine/evaluate/near_spheres.h"
#include "engine/history/memory_usage.h"

#include <span>
#include <vector>

namespace granular_srt {

struct GridBox {
  contact::Vec3<double> lowest, extent;    ///< [length]
};

/// Cells of one grid, with the range of sorted spheres in each.
class CellGrid {
 public:
  /// \param edge   least length of a cell [length]. If all pairs are closer than this, the partners of a sphere are in
  ///              its own and the next cells
  /// \param count  number of spheres. Empty cells take time too: in a dilute system cells are larger.
  void make(const GridBox &box, double edge, int count);

  [[nodiscard]] int cells() const { return nx_ * ny_ * nz_; }
  /// Cell of a point of the box. \param from  its position from the lowest corner [length]
  [[nodiscard]] int cell(const contact::Vec3<double> &from) const
  {
    const auto place = [](double length, double per_length, int cells) {
      const int at = static_cast<int>(length * per_length);
      return at < cells ? at : cells - 1;
    };
    const int x = place(from.x, cells_per_length_.x, nx_), y = place(from.y, cells_per_length_.y, ny_),
              z = place(from.z, cells_per_length_.z, nz_);
    return (z * ny_ + y) * nx_ + x;
  }

  /// Call for each sphere, then sort() once, then place() for each sphere in the same order.
  void count(int cell) { ++start_[cell + 2]; }
  /// \param first  sorted index of the first sphere of this grid
  /// \return index after the last sphere of this grid
  int sort(int first);
  /// Returns the sorted index of the next sphere of this cell.
  int place(int cell) { return start_[cell + 1]++; }

  /// Spheres of a cell and its neighbors: the ranges, their number, and the number of spheres in them.
  struct SphereRanges {
    SphereRange ranges[9];
    int count, spheres;
  };
  [[nodiscard]] SphereRanges near(int cell) const;

  [[nodiscard]] double memory_usage() const { return bytes_of(start_); }

 private:
  contact::Vec3<double> cells_per_length_{};    // [1/length]
  int nx_ = 1, ny_ = 1, nz_ = 1;
  std::vector<int> start_;    // [cell] first of its spheres; one more at the end
};

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
  std::span<const int> near(const CellGrid::SphereRanges &cells, const contact::Vec3<double> &from,
                            double reach, FindNear find_near);

  [[nodiscard]] double memory_usage() const { return bytes_of(atom_, found_, x_, y_, z_, radius_); }

 private:
  std::vector<int> atom_, found_;
  std::vector<float> x_, y_, z_, radius_;
};

}    // namespace granular_srt
