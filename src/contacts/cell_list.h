#pragma once

#include "spheres_in_cells.h"
#include "pair_rows.h"
#include "size_classes.h"

#include "contact/vec3.h"
#include "simd/near_spheres.h"

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
  /// [atom] of two with different numbers, the rank that owns the one with the smaller number lists the pair; null where
  /// all numbers are equal. For ghosts that reach less far if they are small.
  const int *lister = nullptr;
};

/// Largest gap of the pairs that are listed, of spheres up to these two radii [length]. A larger radius gives the same or
/// a larger gap.
using GapLimit = std::function<double(double radius_i, double radius_j)>;

/// Whether this rank lists a pair of an owned particle and a ghost, with newton on.
[[nodiscard]] bool lists_ghost(const ListedParticles &particles, int owned, int ghost);

/// List of all pairs of spheres with gaps below a limit, at least one of them owned. Pairs with slightly larger gaps may be
/// among them, because distances are computed in single precision. Each class of sizes has a grid with cells of its own
/// largest pair. A sphere is compared with those of its own class and of coarser ones, several at a time of the
/// neighboring cells.
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
