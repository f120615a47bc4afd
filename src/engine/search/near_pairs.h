#pragma once

#include "cell_list.h"
#include "reference_positions.h"

namespace granular_srt {

/// List of the pairs of an owned sphere and a ghost that CellList would list. The ghosts are sorted into cells of the
/// largest pair, which suits spheres of similar sizes.
class GhostPairs : public PairsInCells {
 public:
  /// Arguments and result as in CellList.
  bool build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near);
  [[nodiscard]] double memory_usage() const { return PairsInCells::memory_usage() + bytes_of(near_); }

 private:
  enum class Near : char { UNKNOWN, NONE, SOME };
  std::vector<Near> near_;    // [cell] whether there are ghosts in it or next to it

  GridBox make_grid(const ListedParticles &particles, double edge);
  [[nodiscard]] bool has_ghosts_near(int cell);
};

/// What update() reads beside the particles.
struct NearPairsRequest {
  const double *v;    ///< [atom * 3 + dimension] [length/time]
  const int *type;
  LAMMPS_NS::bigint step;    ///< number of the time step
  double dt;                 ///< [time]
  double skin;               ///< motion that LAMMPS' own lists allow until new ghosts [length]
  GapLimit gap;              ///< at least the skin
  bool newton;               ///< as in CellList::build
  FindNear find_near;
  AnyPointMoved any_point_moved;
};

/// The pair style's own lists of near pairs. Usually one list has all pairs and is rebuilt whenever LAMMPS creates new
/// ghosts. If this happens every few steps, as in pouring, pairs of owned particles have their own list, with a margin
/// for the motion of each particle. It is kept until a particle has used up its margin. Only the pairs with ghosts are
/// listed again each time.
class NearPairs {
 public:
  /// Rebuilds the lists that need it. Call when ghosts are new.
  /// \return false if a position or radius is not finite
  bool update(const ListedParticles &particles, const NearPairsRequest &request);

  /// Whether pairs with ghosts have their own list.
  [[nodiscard]] bool split() const { return splitting.now; }
  /// Whether the last update() has kept the list of pairs of owned particles. Their indices are the same as before.
  [[nodiscard]] bool kept() const { return kept_; }
  /// All pairs; those of owned particles if split().
  [[nodiscard]] PairList pairs() const { return list_.pairs(); }
  [[nodiscard]] PairList ghost_pairs() const { return ghosts_.pairs(); }

  /// State of the choice between one list and two lists. A continued run needs it.
  struct Splitting {
    static constexpr double many_steps = 1000.0;
    double steps_between = many_steps;    ///< updates, as a running mean
    bool now = false;                     ///< whether pairs with ghosts have their own list
  };
  Splitting splitting;
  /// The next update() rebuilds all lists.
  void invalidate() { reference_.invalidate(); }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  CellList list_;
  GhostPairs ghosts_;
  ReferencePositions reference_;
  std::vector<double> radius_with_room_;
  bool kept_ = false;
  LAMMPS_NS::bigint last_update_ = -1;

  void choose_split(LAMMPS_NS::bigint step, bool possible);
};

}    // namespace granular_srt
