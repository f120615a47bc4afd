#pragma once

#include "cell_grid.h"

#include "contact/vec3.h"
#include "engine/evaluate/near_spheres.h"

#include "lmptype.h"

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace granular_srt {

/// Pairs of particles, each once, by particles: a neighbor list of LAMMPS or of the plugin (CellList).
struct PairList {
  int count;                  ///< of particles in the list
  const int *atom;            ///< [ii], as LAMMPS' ilist
  const int *partners;        ///< [atom] number of its partners
  const int *const *first;    ///< [atom] its partners, with LAMMPS' bits of special neighbors
};

/// Particles of one rank: owned ones first, then ghosts.
struct ListedParticles {
  int owned, all;
  const double *x;         ///< [atom * 3 + dimension] [length]
  const double *radius;    ///< [length]
  const LAMMPS_NS::tagint *tag;
  bool triclinic;                                ///< whether the periodic box is tilted
  std::function<bool(int i, int j)> excluded;    ///< whether a pair is not to be listed; empty for none
  /// [atom] index of its collection (comm_modify mode multi) in the order of cutoffs. Of two atoms with different
  /// indices, the rank that owns the atom with the smaller one lists the pair. Null if all are equal.
  const int *collection_order = nullptr;
};

/// Largest gap of listed pairs of spheres with radii up to these two [length]. It does not decrease with a radius.
using GapLimit = std::function<double(double radius_i, double radius_j)>;

/// Whether this rank lists a pair of an owned particle and a ghost, with newton on.
[[nodiscard]] bool lists_ghost(const ListedParticles &particles, int owned, int ghost);

/// Size classes of spheres, from the finest (0) to the coarsest. Sizes within a class differ by little more than a
/// factor of two; sizes with a ratio of at most two are one class.
class SizeClasses {
 public:
  /// \param gap  smallest limit of the gaps of listed pairs [length]. Spheres that are small compared with it are one
  ///             class.
  void choose(const double *radius, int count, double smallest, double largest, double gap);

  [[nodiscard]] int count() const { return static_cast<int>(largest_.size()); }
  /// Largest radius of a class [length].
  [[nodiscard]] double largest(int of_class) const { return largest_[of_class]; }
  /// \param radius  one of the radii from which the classes were chosen
  [[nodiscard]] int class_of(double radius) const
  {
    return count() == 1 ? 0 : class_of_bin_[bin(radius) - first_bin_];
  }

 private:
  double extra_ = 0.0;               // half of the gap [length]
  std::vector<double> largest_;      // [class]
  std::uint32_t first_bin_ = 0;      // of the smallest sphere
  std::vector<int> class_of_bin_;    // [bin - first_bin_]

  [[nodiscard]] std::uint32_t bin(double radius) const;
};

/// What the lists of this folder have in common: spheres in the cells of grids, and lists of pairs.
class PairsInCells {
 public:
  [[nodiscard]] PairList pairs() const
  {
    return {static_cast<int>(atom_.size()), atom_.data(), partners_.data(), first_.data()};
  }
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 protected:
  std::vector<CellGrid> grids_;    // [class]
  SpheresInCells spheres_;         // in the order of classes and cells
  std::vector<int> cell_;          // [sphere that was sorted]

  // the list
  std::vector<int> atom_, partners_, list_;
  std::vector<const int *> first_;

  /// Sorts the spheres from `begin` on into the cells of the grids, which are empty.
  /// \param classes  null: all spheres are of one class
  void sort(const ListedParticles &particles, int begin, const contact::Vec3<double> &lowest,
            const SizeClasses *classes);
  /// Sets first_, when atom_, partners_ and list_ are known.
  void finish_list(int owned);
};

/// List of all pairs of spheres with gaps below a limit, at least one of them owned. It may contain pairs with slightly
/// larger gaps, because distances are computed in single precision. Each size class has its own grid, with cells of its
/// largest pair. A sphere is compared with the spheres in neighboring cells of its own and coarser classes, several at
/// a time.
class CellList : public PairsInCells {
 public:
  /// \param newton  whether a pair of an owned particle and a ghost is listed by one of the two ranks that see it,
  ///                or by both
  /// \return false if a position or radius is not finite; the list is empty then
  bool build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near);

 private:
  contact::Vec3<double> lowest_{};
  double rounding_ = 0.0;    // largest error of a distance in single precision [length]
  SizeClasses classes_;
  std::vector<std::vector<double>> gaps_between_;    // [class][coarser class] limits [length]
  std::vector<std::pair<int, int>>
      of_smaller_ghosts_;    // pairs of an owned sphere and a ghost of a finer class

  bool make_grids(const ListedParticles &particles, const GapLimit &gap);
  void find_pairs_of_smaller_ghosts(const ListedParticles &particles, bool newton, FindNear find_near);
  std::span<const int> find(const CellGrid &grid, int cell, const contact::Vec3<double> &x, double reach,
                            FindNear find_near);
};

}    // namespace granular_srt
