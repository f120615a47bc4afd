#pragma once

#include "cell_list.h"

namespace granular_srt {

/// List of the pairs of an owned sphere and a ghost that CellList would list.
class GhostPairs {
 public:
  /// Arguments and result as in CellList.
  bool build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near);
  [[nodiscard]] PairRows rows() const;
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  // spheres that may be in a pair: owned ones, then all ghosts
  std::vector<int> atom_, lister_;
  std::vector<double> x_, radius_;
  std::vector<LAMMPS_NS::tagint> tag_;
  CellList list_;

  // rows of the list, with atoms in place of these spheres
  std::vector<int> row_, partners_, list_of_atoms_;
  std::vector<const int *> first_;
  std::vector<char> near_;    // [cell] whether ghosts are in it or next to it

  void find_owned_near_ghosts(const ListedParticles &particles, const GapLimit &gap);
};

}    // namespace granular_srt
