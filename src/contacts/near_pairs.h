#pragma once

#include "cell_list.h"
#include "ghost_pairs.h"
#include "reference_positions.h"

namespace granular_srt {

/// What the lists are made for, and with.
struct NearPairsRequest {
  const double *v;    ///< [atom * 3 + dimension] [length/time]
  const int *type;
  LAMMPS_NS::bigint step;    ///< number of the time step
  double dt;                 ///< [time]
  double skin;     ///< distance that LAMMPS' own lists allow for motion until ghosts are new again [length]
  GapLimit gap;    ///< at least the skin
  bool newton;     ///< as in CellList::build
  FindNear find_near;
  AnyStrayed any_strayed;
};

/// The pair style's own lists of near pairs. Usually one list has all pairs, and a new one is made whenever LAMMPS makes new
/// ghosts. Where that is every few steps, as in pouring, the pairs of owned particles have a list of their own, with room
/// for the motion of each particle: it is kept until a particle has used up its room, and only the pairs with ghosts are
/// listed anew.
class NearPairs {
 public:
  /// Makes what is needed of the lists. Call when ghosts are new.
  /// \return false if a position or radius is not finite
  bool update(const ListedParticles &particles, const NearPairsRequest &request);

  /// Whether pairs with ghosts have a list of their own.
  [[nodiscard]] bool split() const { return split_; }
  /// Whether the last update() has kept the list of pairs of owned particles. Their indices are the same as before.
  [[nodiscard]] bool kept() const { return kept_; }
  /// All pairs; those of owned particles if split().
  [[nodiscard]] PairRows rows() const { return list_.rows(); }
  [[nodiscard]] PairRows ghost_rows() const { return ghosts_.rows(); }

  /// What the choice between one list and two depends on: the same in a run that goes on.
  struct Habit {
    double steps_between;    ///< updates, as a running mean
    bool split;
  };
  [[nodiscard]] Habit habit() const { return {steps_between_, split_}; }
  void set_habit(const Habit &habit)
  {
    steps_between_ = habit.steps_between;
    split_ = habit.split;
  }
  /// The next update() makes all lists.
  void invalidate() { reference_.invalidate(); }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  CellList list_;
  GhostPairs ghosts_;
  ReferencePositions reference_;
  std::vector<double> radius_with_room_;
  bool split_ = false, kept_ = false;
  LAMMPS_NS::bigint last_update_ = -1;
  double steps_between_ = many_steps;    // updates, as a running mean

  static constexpr double many_steps = 1000.0;
  void choose_split(LAMMPS_NS::bigint step, bool possible);
};

}    // namespace granular_srt
