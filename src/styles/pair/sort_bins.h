#pragma once

#include "pointers.h"

namespace granular_srt {

/// The bins into which LAMMPS sorts particles every so often, for a deck that leaves their size open. LAMMPS takes
/// half the neighbor cutoff, for liquids; for spheres that touch bins of a diameter keep neighbors closer in memory.
class SortBins : protected LAMMPS_NS::Pointers {
 public:
  explicit SortBins(LAMMPS_NS::LAMMPS *lmp) : Pointers(lmp) {}
  SortBins(const SortBins &) = delete;
  SortBins &operator=(const SortBins &) = delete;
  ~SortBins() override;    ///< LAMMPS' own size again

  /// Takes the mean diameter of the particles, the largest where there are none yet, unless the deck says
  /// "atom_modify sort" or particles differ so much in size that bins would be smaller than LAMMPS' own.
  /// Collective. Says so in the log.
  /// \param largest_radius  of particles that are there or will be inserted
  void choose(double largest_radius);

 private:
  double chosen_ = 0.0;    // [length], 0: none
};

}    // namespace granular_srt
