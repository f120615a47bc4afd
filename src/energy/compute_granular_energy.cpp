#include "computes.h"
#include "fix_energy_ledger.h"

#include "checks/contact_requirements.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace LAMMPS_NS;

namespace granular_srt {

/* ---- the fix that keeps the ledger ---- */

LedgerCompute::LedgerCompute(LAMMPS *lammps, int narg, char **arg) : Compute(lammps, narg, arg)
{
  FixEnergyLedger::make(lmp);
}

void LedgerCompute::refuse_arguments(int narg, char **arg) const
{
  if (narg > 3) error->all(FLERR, "Unknown compute {} argument '{}': it has none", style, arg[3]);
}

int LedgerCompute::find_column(const std::string &name, const std::vector<std::string> &names) const
{
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    error->all(FLERR, "Unknown compute {} column '{}': known are {}", style, name,
               utils::join_words(names, " "));
  return static_cast<int>(found - names.begin());
}

void LedgerCompute::require_columns(const std::vector<int> &columns,
                                    const std::vector<std::string> &names) const
{
  if (columns.empty())
    error->all(FLERR, "Illegal compute {} command: no columns; known are {}", style,
               utils::join_words(names, " "));
}

// LAMMPS deletes fixes before computes when it ends.
LedgerCompute::~LedgerCompute()
{
  if (!modify->get_fix_by_id(FixEnergyLedger::name)) return;
  if (!modify->get_fix_by_style("^heat/dissipation").empty()) return;
  const auto &computes = modify->get_compute_list();
  const auto needs_fix = [&](const Compute *other) {
    return other != this && dynamic_cast<const LedgerCompute *>(other);
  };
  if (std::none_of(computes.begin(), computes.end(), needs_fix)) modify->delete_fix(FixEnergyLedger::name);
}

void LedgerCompute::sum_over_ranks(double *rows, int width)
{
  sent_ = rows;
  width_ = width;
  if (force->newton) comm->reverse_comm(this, width);
}

int LedgerCompute::pack_reverse_comm(int n, int first, double *buffer)
{
  std::copy_n(sent_ + static_cast<std::ptrdiff_t>(first) * width_, n * width_, buffer);
  return n * width_;
}

void LedgerCompute::unpack_reverse_comm(int n, int *list, double *buffer)
{
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < width_; ++k) sent_[static_cast<std::ptrdiff_t>(list[i]) * width_ + k] += *buffer++;
}

FixEnergyLedger &LedgerCompute::ledger() const
{
  return FixEnergyLedger::of(lmp, "Compute", style, id);
}

void LedgerCompute::init()
{
  require_sphere_atoms(lmp, std::string("compute ") + style, false);
}

void LedgerCompute::setup()
{
  ledger().require_contacts(std::string("Compute ") + style);
}

/* ---- granular/energy ---- */

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
  const LedgerEntries all = ledger().entries();
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
