#pragma once

#include "fix.h"

namespace granular_srt {

/// Sorts particles in bins of one mean diameter, which keeps neighboring spheres closer in memory than LAMMPS' own
/// bins of half the neighbor cutoff. Pair style granular creates this fix if it saves time (request_sort_bins).
///
/// Atom::userbinsize has this value only while LAMMPS sorts, so output and restart files do not contain it.
class FixSortBins : public LAMMPS_NS::Fix {
 public:
  /// Arguments: ID, group, style, bin size [length].
  FixSortBins(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~FixSortBins() override;

  int setmask() override;
  void setup_pre_exchange() override;
  void pre_exchange() override;
  void setup_post_neighbor() override { post_neighbor(); }
  void post_neighbor() override;

 private:
  double size_;    // [length]
};

/// Creates the fix, with the mean diameter of the present particles as bin size, or deletes it where LAMMPS' own bins remain:
/// with few particles per rank, if the deck sets a bin size or does not sort, and if bins of a diameter would be smaller than
/// LAMMPS' own because sizes differ much. Collective.
/// \param pair            name of the pair style that asks for them, for the log
/// \param allowed         else LAMMPS' own bins remain
/// \param with_few        also with few particles
/// \param largest_radius  of present particles and of those that fixes will insert [length]
void request_sort_bins(LAMMPS_NS::LAMMPS *lmp, const std::string &pair, bool allowed, bool with_few = false,
                       double largest_radius = 0.0);

}    // namespace granular_srt
