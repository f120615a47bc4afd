#pragma once

#include "engine/search/cell_list.h"

#include "lmptype.h"

#include <functional>
#include <span>
#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Searches overlaps above a tenth of the smaller radius. The contact laws assume small overlaps, and often positions
/// or time step are wrong.
class OverlapCheck {
 public:
  /// \param style   the name of the style in messages, for example "pair granular"
  /// \param counts  whether a pair of atoms that overlap has a force
  OverlapCheck(LAMMPS_NS::LAMMPS *lmp, std::string style, std::function<bool(int i, int j)> counts);

  /// Before a run. Warns with the number of such pairs and the worst pair. Collective.
  /// \throws LAMMPS error if two centers coincide
  /// \param near  lists that have all pairs that overlap
  void before_run(std::span<const PairList> near);
  /// During a run, with a new list. Checks at most once in 100 steps and warns once, on the rank that finds a pair.
  void in_run(const PairList &near);

 private:
  LAMMPS_NS::LAMMPS *lmp_;
  std::string style_;
  std::function<bool(int, int)> counts_;
  bool warned_ = false;
  LAMMPS_NS::bigint last_ = 0;    // step of the last check

  struct Found {
    double count = 0.0;    // without the share of other ranks
    double worst = 0.0;    // overlap divided by the smaller radius
    int i = -1, j = -1;
    int same_i = -1, same_j = -1;    // a pair whose centers coincide
  };
  [[nodiscard]] Found look(std::span<const PairList> lists) const;
};

}    // namespace granular_srt
