#pragma once

#include "pair_rows.h"

#include "contact/vec3.h"
#include "simd/near_spheres.h"

#include "lmptype.h"

#include <functional>
#include <vector>

namespace granular_srt {

/// Particles of one rank: owned ones first, then ghosts.
struct ListedParticles {
  int owned, all;
  const double *x;         ///< [atom * 3 + dimension] [length]
  const double *radius;    ///< [length]
  const LAMMPS_NS::tagint *tag;
  bool triclinic;                                ///< whether the periodic box is tilted
  std::function<bool(int i, int j)> excluded;    ///< whether a pair is not to be listed; empty for none
};

/// List of all pairs of spheres with gaps below a limit, at least one of them owned. Pairs with slightly larger gaps may be
/// among them, because distances are computed in single precision. The spheres are sorted into the cells
/// of a grid; several at a time of the neighboring cells are compared with one.
class CellList {
 public:
  /// \param gap     limit [length]
  /// \param newton  whether a pair of an owned particle and a ghost is listed by one of the two ranks that see it,
  ///                or by both
  /// \return false if a position or radius is not finite; there are no rows then
  bool build(const ListedParticles &particles, double gap, bool newton, FindNear find_near);

  [[nodiscard]] PairRows rows() const
  {
    return {static_cast<int>(atom_.size()), atom_.data(), partners_.data(), first_.data()};
  }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  // grid
  contact::Vec3<double> lowest_{};
  contact::Vec3<double> cells_per_length_{};    // [1/length]
  double rounding_ = 0.0;                       // largest error of a distance in single precision [length]
  int nx_ = 1, ny_ = 1, nz_ = 1;
  std::vector<int> start_;    // [cell] first of its spheres; one more at the end

  // spheres in the order of cells
  std::vector<int> cell_;                    // [atom]
  std::vector<int> order_;                   // atoms
  std::vector<float> x_, y_, z_, radius_;    // positions from lowest_

  // rows
  std::vector<int> atom_, partners_;
  std::vector<const int *> first_;
  std::vector<int> list_, found_;

  bool make_grid(const ListedParticles &particles, double gap);
  void sort(const ListedParticles &particles);
  int find(const contact::Vec3<double> &x, int cell, double reach, FindNear find_near);
};

}    // namespace granular_srt
