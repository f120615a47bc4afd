#include "compute_granular_energy.h"
#include "fix_energy_ledger.h"
#include "fix_ledger_origin.h"

#include "error.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <numeric>
#include <string>

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
  const std::string origin = FixLedgerOrigin::id_of(id);
  if (!modify->get_fix_by_id(origin)) modify->add_fix(origin + " all " + FixLedgerOrigin::name);
}

ComputeGranularEnergy::~ComputeGranularEnergy()
{
  const std::string origin = FixLedgerOrigin::id_of(id);
  if (modify->get_fix_by_id(origin)) modify->delete_fix(origin);
  delete[] vector;
}

LedgerEntries ComputeGranularEnergy::entries() const
{
  const LedgerEntries all = ledger_.fix().entries();
  const auto *origin =
      dynamic_cast<const FixLedgerOrigin *>(modify->get_fix_by_id(FixLedgerOrigin::id_of(id)));
  return origin ? origin->since(all) : all;
}

double ComputeGranularEnergy::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  using Entry = LedgerEntries;
  const auto value = entries().value;
  scalar = value[Entry::translation] + value[Entry::rotation];
  for (const int first : {Entry::pairs, Entry::walls})
    scalar += std::accumulate(value.begin() + first, value.begin() + first + 4, 0.0);
  return scalar;
}

void ComputeGranularEnergy::compute_vector()
{
  invoked_vector = update->ntimestep;
  const auto value = entries().value;
  std::copy(value.begin(), value.end(), vector);
}

}    // namespace granular_srt
