#include "compute_granular_energy.h"
#include "fix_energy_ledger.h"

#include "comm.h"
#include "error.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace LAMMPS_NS;

namespace granular_srt {

ComputeGranularEnergy::ComputeGranularEnergy(LAMMPS *lammps, int narg, char **arg) :
    LedgerCompute(lammps, narg, arg)
{
  refuse_arguments(narg, arg);
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
  const LedgerEntries all = dynamic_cast<FixEnergyLedger &>(keeper()).entries();
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

/* ---- where its sums begin ---- */

namespace {

  // In restart files: number of values, 0 where the origin is not known, then the values.
  using Size = double;

  bool is_stored_now(int entry)
  {
    using Entry = LedgerEntries;
    const auto spring = [&](int side) { return entry >= side && entry < side + Entry::lost_normal; };
    return entry == Entry::translation || entry == Entry::rotation || spring(Entry::pairs) ||
        spring(Entry::walls);
  }

}    // namespace

FixLedgerOrigin::FixLedgerOrigin(LAMMPS *lammps, int narg, char **arg) : Fix(lammps, narg, arg)
{
  restart_global = 1;
}

LedgerEntries FixLedgerOrigin::since(LedgerEntries entries) const
{
  const LedgerEntries origin = origin_.value_or(entries);
  for (int k = 0; k < LedgerEntries::count; ++k)
    if (!is_stored_now(k)) entries.value[k] -= origin.value[k];
  return entries;
}

void FixLedgerOrigin::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  const Size values = origin_ ? LedgerEntries::count : 0;
  const LedgerEntries entries = origin_.value_or(LedgerEntries{});
  const int size = static_cast<int>(sizeof(values) + sizeof(entries));
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&values, sizeof(values), 1, fp);
  fwrite(&entries, sizeof(entries), 1, fp);
}

void FixLedgerOrigin::restart(char *buffer)
{
  Size values;
  std::memcpy(&values, buffer, sizeof(values));
  if (values != static_cast<Size>(LedgerEntries::count)) return;
  std::memcpy(&origin_.emplace(), buffer + sizeof(values), sizeof(LedgerEntries));
}

}    // namespace granular_srt
