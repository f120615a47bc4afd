#pragma once

#include "pair_run.h"

#include "pointers.h"

#include <string>

namespace granular_srt {

/// Cutoffs of a pair style, which follow from the sizes of particles.
class PairCutoffs : protected LAMMPS_NS::Pointers {
 public:
  /// \param name        of the pair style, for messages
  /// \param from_deck   whether the deck may give a cutoff, for messages
  PairCutoffs(LAMMPS_NS::LAMMPS *lammps, const std::string &name, bool from_deck, const PairRun &run) :
      Pointers(lammps), name_{name}, from_deck_{from_deck}, run_{run}
  {
  }

  /// Gap up to which spheres with this sum of radii may have parted in the step in which their contact ends [length].
  [[nodiscard]] double gap_of_ended(double sum_of_radii) const;
  /// Largest gap of listed pairs: stretched contacts must not leave the list [length].
  [[nodiscard]] double listed_gap(double radius_i, double radius_j) const;
  /// Largest distance of the centers in a contact of two types [length].
  [[nodiscard]] double automatic(int i, int j, const contact::AnyContact &law) const;
  /// \throws LAMMPS error if LAMMPS would have to create too many ghosts
  void check(int i, int j, double cutoff) const;
  /// \throws LAMMPS error if a cutoff of the deck is smaller than the radii of two atoms
  void check_given(int i, int j, double cutoff) const;
  /// Warns of radii that have grown beyond the cutoff.
  /// \param cutsq  [type_i][type_j] squares of the cutoffs
  /// \throws LAMMPS error if contacts are missed
  void check_grown_radii(double **cutsq);

 private:
  const std::string &name_;
  const bool from_deck_;
  const PairRun &run_;
  bool warned_ = false;    // in a run or before
};

}    // namespace granular_srt
