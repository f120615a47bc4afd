#pragma once

#include "models/model_spec.h"

#include "pointers.h"

#include <cstdio>
#include <string>
#include <vector>

namespace granular_srt {

class HistoryFix;
class HistoryKeeper;
class PairSettings;

/// Number of doubles of LAMMPS' own styles for the history of one axis, in the order of the axes.
inline int stock_history_doubles(Axis axis, const ModelSpec &spec)
{
  constexpr int of_twisting = 3;    // the first one is used
  const int here = history_doubles(axis, spec);
  return axis == TWISTING && here > 0 ? of_twisting : here;
}

/// A restart file of LAMMPS' own pair_style granular or gran/*, from read_restart to the first run: coefficients, and the
/// histories of its fix NEIGH_HISTORY. The releases whose files are read stand in is_known_stock_restart(); this class
/// goes with the last of them.
class StockRestart : protected LAMMPS_NS::Pointers {
 public:
  /// Reads what pair_style has set.
  /// \throws LAMMPS error for files of other releases
  StockRestart(LAMMPS_NS::LAMMPS *lammps, PairSettings &settings, FILE *fp);

  /// Reads what pair_coeff has set, and prepares for the histories.
  /// \throws LAMMPS error if the file is damaged
  void read_pairs(FILE *fp, HistoryKeeper &history);
  /// Takes the histories of the file, and tells what has become of them. Returns false if all start from zero. Collective.
  /// \param layout  of the fix
  bool take_histories(HistoryFix &fix, const contact::HistoryLayout &layout) const;

 private:
  PairSettings &settings_;
  std::string prefix_;               ///< of the IDs of its history fixes
  std::vector<ModelSpec> models_;    ///< of the file
  contact::HistoryLayout layout_;    ///< of its histories; of size 0 if the file has no models

  void read_granular_pairs(FILE *fp);
  [[nodiscard]] int place_in_hybrid(const HistoryFix &fix) const;
  [[nodiscard]] double reach_of(int i, int j) const;
};

}    // namespace granular_srt
