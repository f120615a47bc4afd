#include "fix_ledger_origin.h"

#include "comm.h"

#include <algorithm>
#include <cstring>

namespace granular_srt {
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

FixLedgerOrigin::FixLedgerOrigin(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  restart_global = 1;
}

void FixLedgerOrigin::set(const LedgerEntries &entries)
{
  known_ = true;
  origin_ = entries;
  for (int k = 0; k < LedgerEntries::count; ++k)
    if (is_stored_now(k)) origin_.value[k] = 0.0;
}

LedgerEntries FixLedgerOrigin::since(LedgerEntries entries) const
{
  for (int k = 0; k < LedgerEntries::count; ++k) entries.value[k] -= origin_.value[k];
  return entries;
}

void FixLedgerOrigin::write_restart(FILE *fp)
{
  if (comm->me != 0) return;
  const Size values = known_ ? LedgerEntries::count : 0;
  const int size = static_cast<int>(sizeof(values) + sizeof(origin_.value));
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&values, sizeof(values), 1, fp);
  fwrite(origin_.value.data(), sizeof(origin_.value), 1, fp);
}

void FixLedgerOrigin::restart(char *buffer)
{
  Size values;
  std::memcpy(&values, buffer, sizeof(values));
  known_ = values == static_cast<Size>(LedgerEntries::count);
  if (known_) std::memcpy(origin_.value.data(), buffer + sizeof(values), sizeof(origin_.value));
}

}    // namespace granular_srt
