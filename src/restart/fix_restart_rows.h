#pragma once

#include "fix.h"

namespace granular_srt {

/// Keeps the data of fixes in a restart file that was read (Atom::extra) with their atoms until the first run, which
/// creates the fix for contact histories. LAMMPS leaves these rows where they are when delete_atoms moves atoms. Its
/// commands that create atoms or send them to other ranks stop after read_restart, or initialize all styles before.
/// Without such a file this fix would keep LAMMPS from replicating the box.
class FixRestartRows : public LAMMPS_NS::Fix {
 public:
  /// Arguments: ID, group, style.
  FixRestartRows(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~FixRestartRows() override;

  int setmask() override { return 0; }
  void copy_arrays(int from, int to, int delflag) override;
  /// LAMMPS has deleted the data: nothing is left to do.
  void init() override { stop(); }

 private:
  bool active_ = true;

  void stop();
};

}    // namespace granular_srt
