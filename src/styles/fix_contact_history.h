#pragma once

#include "fix_neigh_history.h"

namespace granular_srt {

/// LAMMPS' fix NEIGH_HISTORY, which keeps what contacts remember through neighbor lists, migration and
/// restart, made safe for the command write_restart between runs.
///
/// That command moves atoms to new processors and builds new ghosts, but no neighbor list. The built-in fix
/// then reads the old list with the new atoms and files springs under wrong partners. At the end of a run
/// the springs are stored with their atoms already, so there is nothing to read until lists are new again.
class FixContactHistory : public LAMMPS_NS::FixNeighHistory {
 public:
  using FixNeighHistory::FixNeighHistory;

  void init() override;
  void post_neighbor() override;
  void write_restart(FILE *fp) override;

 protected:
  void note_lists() { lists_are_current_ = true; }

 private:
  bool lists_are_current_ = false;    ///< the neighbor list belongs to the atoms as they are
};

}    // namespace granular_srt
