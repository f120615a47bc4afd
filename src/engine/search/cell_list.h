#pragma once

#include "spheres_in_cells.h"
#include "pair_rows.h"
#include "size_classes.h"

#include "contact/vec3.h"
#include "engine/evaluate/near_spheres.h"

#include "lmptype.h"

#include <functional>
#include <utility>
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
  /// [atom] of two atoms with different numbers, the rank that owns the atom with the smaller number lists the pair;
  /// null if all numbers are equal. Needed if small particles have a smaller ghost cutoff.
  const int *lister = nullptr;
};

/// Largest gap of listed pairs of spheres with radii up to these two [length]. It does not decrease with a radius.
using GapLimit = std::function<double(double radius_i, double radius_j)>;

/// Whether this rank lists a pair of an owned particle and a ghost, with newton on.
[[nodiscard]] bool lists_ghost(const ListedParticles &particles, int owned, int ghost);

/// List of all pairs of spheres with gaps below a limit, at least one of them owned. It may contain pairs with slightly
/// larger gaps, because distances are computed in single precision. Each size class has its own grid, with cells of its
/// largest pair. A sphere is compared with the spheres in neighboring cells of its own and coarser classes, several at
/// a time.
class CellList {
 public:
  /// \param newton  whether a pair of an owned particle and a ghost is listed by one of the two ranks that see it,
  ///                or by both
  /// \return false if a position or radius is not finite; there are no rows then
  bool build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near);

  [[nodiscard]] PairRows rows() const
  {
    return {static_cast<int>(atom_.size()), atom_.data(), partners_.data(), first_.data()};
  }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  contact::Vec3<double> lowest_{};
  double rounding_ = 0.0;    // largest error of a distance in single precision [length]
  SizeClasses classes_;
  std::vector<CellGrid> grids_;                      // [class]
  std::vector<std::vector<double>> gaps_between_;    // [class][coarser class] limits [length]

  // spheres in the order of classes and cells
  std::vector<int> cell_;    // [atom]
  SpheresInCells spheres_;

  // rows
  std::vector<int> atom_, partners_;
  std::vector<const int *> first_;
  std::vector<int> list_;
  std::vector<std::pair<int, int>>
      of_smaller_ghosts_;    // pairs of an owned sphere and a ghost of a finer class

  bool make_grids(const ListedParticles &particles, const GapLimit &gap);
  void sort(const ListedParticles &particles);
  void find_pairs_of_smaller_ghosts(const ListedParticles &particles, bool newton, FindNear find_near);
  std::span<const int> find(const CellGrid &grid, int cell, const contact::Vec3<double> &x, double reach,
                            FindNear find_near);
};

}    // namespace granular_srt
