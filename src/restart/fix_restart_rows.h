#pragma once

#include "atom.h"
#include "fix.h"

#include <algorithm>

namespace granular_srt {

/// Keeps the data of fixes in a restart file that was read (Atom::extra) with their atoms until the first run, which
/// creates the fix for contact histories. LAMMPS leaves these rows where they are when delete_atoms moves atoms. Its
/// commands that create atoms or send them to other ranks stop after read_restart, or initialize all styles before.
/// Without such a file this fix would keep LAMMPS from replicating the box.
class FixRestartRows : public LAMMPS_NS::Fix {
 public:
  /// Arguments: ID, group, style.
  FixRestartRows(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg) : Fix(lammps, narg, arg)
  {
    atom->add_callback(LAMMPS_NS::Atom::GROW);
  }
  ~FixRestartRows() override { FixRestartRows::init(); }

  int setmask() override { return 0; }
  void copy_arrays(int from, int to, int /*delete_flag*/) override
  {
    if (from != to && atom->nextra_store) std::copy_n(atom->extra[from], atom->nextra_store, atom->extra[to]);
  }
  /// LAMMPS has deleted the data: nothing is left to do.
  void init() override
  {
    if (active_) atom->delete_callback(id, LAMMPS_NS::Atom::GROW);
    active_ = false;
  }

 private:
  bool active_ = true;
};

}    // namespace granular_srt
