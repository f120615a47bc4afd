#include "fix_restart_rows.h"

#include "atom.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

FixRestartRows::FixRestartRows(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  atom->add_callback(Atom::GROW);
}

FixRestartRows::~FixRestartRows()
{
  stop();
}

void FixRestartRows::stop()
{
  if (active_) atom->delete_callback(id, Atom::GROW);
  active_ = false;
}

void FixRestartRows::copy_arrays(int from, int to, int)
{
  if (from != to && atom->nextra_store) std::copy_n(atom->extra[from], atom->nextra_store, atom->extra[to]);
}

}    // namespace granular_srt
