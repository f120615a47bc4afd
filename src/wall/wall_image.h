#pragma once

#include <vector>

namespace LAMMPS_NS {
class Domain;
}

namespace granular_srt {

/// A plane of a wall, for pictures.
struct PlaneAt {
  int axis;           ///< of its normal: 0 x, 1 y, 2 z
  bool upper;         ///< the second plane of a command
  double position;    ///< [length]
};

/// The planes of a wall as objects of LAMMPS' dump image, in the form of Fix::image().
class WallImage {
 public:
  /// \return number of objects
  int draw(const std::vector<PlaneAt> &planes, LAMMPS_NS::Domain *domain);
  [[nodiscard]] int *objects() { return kinds_.data(); }
  [[nodiscard]] double **parameters() { return rows_.data(); }

 private:
  std::vector<int> kinds_;
  std::vector<double> values_;
  std::vector<double *> rows_;    // into values_
};

}    // namespace granular_srt
