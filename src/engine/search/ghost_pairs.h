#pragma once

#include "cell_list.h"

namespace granular_srt {

/// List of the pairs of an owned sphere and a ghost that CellList would list. The ghosts are sorted into cells of the
/// largest pair, which suits spheres of similar sizes.
class GhostPairs {
 public:
  /// Arguments and result as in CellList.
  bool build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near);

  [[nodiscard]] PairRows rows() const
  {
    return {static_cast<int>(atom_.size()), atom_.data(), partners_.data(), first_.data()};
  }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  // ghosts in the order of cells
  CellGrid grid_;
  std::vector<int> cell_;    // [ghost]
  SpheresInCells ghosts_;
  enum class Near : char { UNKNOWN, NONE, SOME };
  std::vector<Near> near_;    // [cell] whether there are ghosts in it or next to it

  // rows
  std::vector<int> atom_, partners_, list_;
  std::vector<const int *> first_;

  GridBox make_grid(const ListedParticles &particles, double edge);
  void sort(const ListedParticles &particles, const contact::Vec3<double> &lowest);
  [[nodiscard]] bool has_ghosts_near(int cell);
};

}    // namespace granular_srt
