#pragma once

#include "atom.h"
#include "fix.h"
#include "memory.h"

#include <algorithm>

namespace granular_srt {

/// Keeps the data of fixes in a restart file that was read (Atom::extra) with their atoms until the first run, which
/// creates the fix for contact histories. LAMMPS leaves these data where they are when atoms move to other indices or ranks
/// (delete_atoms, read_data add, read_dump). The data of a new atom are zeros.
/// Without such a file this fix would keep LAMMPS from replicating the box.
class FixRestartData : public LAMMPS_NS::Fix {
 public:
  /// Arguments: ID, group, style.
  FixRestartData(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg) : Fix(lammps, narg, arg)
  {
    create_attribute = 1;
    // LAMMPS tells the size of these data after this fix was made, and asks for this number without a call: 10^4 contacts
    maxexchange = std::max(atom->nextra_store, 100000);
    atom->add_callback(LAMMPS_NS::Atom::GROW);
  }
  ~FixRestartData() override { FixRestartData::init(); }

  int setmask() override { return 0; }
  void grow_arrays(int most) override
  {
    if (atom->nextra_store) memory->grow(atom->extra, most, atom->nextra_store, "atom:extra");
  }
  void set_arrays(int i) override
  {
    if (atom->nextra_store) std::fill_n(atom->extra[i], atom->nextra_store, 0.0);
  }
  int pack_exchange(int i, double *buffer) override
  {
    if (atom->nextra_store) std::copy_n(atom->extra[i], atom->nextra_store, buffer);
    return atom->nextra_store;
  }
  int unpack_exchange(int i, double *buffer) override
  {
    if (atom->nextra_store) std::copy_n(buffer, atom->nextra_store, atom->extra[i]);
    return atom->nextra_store;
  }
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
