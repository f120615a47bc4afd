#include "compute_granular_energy.h"

#include "fix_energy_ledger.h"

#include "error.h"
#include "update.h"

#include <algorithm>
#include <numeric>

using namespace LAMMPS_NS;

namespace granular_srt {

ComputeGranularEnergy::ComputeGranularEnergy(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), ledger_{lmp, this}
{
  if (narg > 3) error->all(FLERR, "Unknown compute {} argument '{}': it has none", style, arg[3]);
  if (igroup != 0)
    error->all(
        FLERR,
        "Illegal compute {} group {}: must be all, because contacts with other particles exchange energy",
        style, arg[1]);
  scalar_flag = vector_flag = 1;
  extscalar = extvector = 1;
  size_vector = LedgerEntries::count;
  vector = new double[size_vector]{};
}

ComputeGranularEnergy::~ComputeGranularEnergy()
{
  delete[] vector;
}

double ComputeGranularEnergy::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  using Entry = LedgerEntries;
  const auto value = ledger_.fix().entries().value;
  scalar = value[Entry::translation] + value[Entry::rotation];
  for (const int first : {Entry::pairs, Entry::walls})
    scalar += std::accumulate(value.begin() + first, value.begin() + first + 4, 0.0);
  return scalar;
}

void ComputeGranularEnergy::compute_vector()
{
  invoked_vector = update->ntimestep;
  const auto value = ledger_.fix().entries().value;
  std::copy(value.begin(), value.end(), vector);
}

}    // namespace granular_srt
