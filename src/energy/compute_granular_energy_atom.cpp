#include "compute_granular_energy_atom.h"
#include "fix_energy_ledger.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

ComputeGranularEnergyAtom::ComputeGranularEnergyAtom(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), ledger_{lmp, this}
{
  if (narg > 3) error->all(FLERR, "Unknown compute {} argument '{}': it has none", style, arg[3]);
  peratom_flag = timeflag = 1;
  size_peratom_cols = columns;
  comm_reverse = columns;
}

ComputeGranularEnergyAtom::~ComputeGranularEnergyAtom()
{
  memory->destroy(array_atom);
}

void ComputeGranularEnergyAtom::compute_peratom()
{
  invoked_peratom = update->ntimestep;
  if (atom->nmax > rows_) {
    rows_ = atom->nmax;
    memory->destroy(array_atom);
    memory->create(array_atom, rows_, columns, "granular/energy/atom:array_atom");
  }
  const int all = atom->nlocal + (force->newton ? atom->nghost : 0);
  for (int i = 0; i < all; ++i) std::fill_n(array_atom[i], columns, 0.0);

  for (const LedgerContact &record : ledger_.fix().contacts(style)) {
    const contact::Dissipation<double> &d = record.account.dissipated;
    double powers[columns] = {0.0, d.normal_damping, d.sliding_damping, d.sliding, d.rolling, d.twisting};
    for (int k = 1; k < columns; ++k) powers[0] += powers[k] = std::max(powers[k], 0.0);
    const bool wall = record.j == LedgerContact::wall;
    // a contact that is evaluated twice gives to its own atom each time
    const double half = (wall || record.twice ? 1.0 : 0.5) * record.share;
    for (int k = 0; k < columns; ++k) {
      array_atom[record.i][k] += half * powers[k];
      if (!wall && record.j < all) array_atom[record.j][k] += record.twice ? 0.0 : half * powers[k];
    }
  }
  if (force->newton) comm->reverse_comm(this);
  for (int i = 0; i < atom->nlocal; ++i)
    if (!(atom->mask[i] & groupbit)) std::fill_n(array_atom[i], columns, 0.0);
}

int ComputeGranularEnergyAtom::pack_reverse_comm(int n, int first, double *buffer)
{
  for (int i = first; i < first + n; ++i, buffer += columns) std::copy_n(array_atom[i], columns, buffer);
  return n * columns;
}

void ComputeGranularEnergyAtom::unpack_reverse_comm(int n, int *list, double *buffer)
{
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < columns; ++k) array_atom[list[i]][k] += *buffer++;
}

double ComputeGranularEnergyAtom::memory_usage()
{
  return static_cast<double>(rows_) * columns * sizeof(double);
}

}    // namespace granular_srt
