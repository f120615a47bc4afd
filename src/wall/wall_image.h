#pragma once

#include "wall_surface.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {
class Domain;
}

namespace granular_srt {

/// The planes of a wall as objects of LAMMPS' dump image, in the form of Fix::image(). LAMMPS draws regions itself.
class WallImage {
 public:
  /// \return number of objects
  int draw(const std::optional<WallSurface> &surface, LAMMPS_NS::Domain *domain);
  [[nodiscard]] int *objects() { return kinds_.data(); }
  [[nodiscard]] double **parameters() { return rows_.data(); }

 private:
  std::vector<int> kinds_;
  std::vector<double> values_;
  std::vector<double *> rows_;    // into values_
};

}    // namespace granular_srt
