#include "compute_granular_energy_local.h"
#include "fix_energy_ledger.h"

#include "atom.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace LAMMPS_NS;

namespace granular_srt {

ComputeGranularEnergyLocal::ComputeGranularEnergyLocal(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), ledger_{lmp, this}
{
  if (narg > 3) error->all(FLERR, "Unknown compute {} argument '{}': it has none", style, arg[3]);
  if (!atom->tag_enable) error->all(FLERR, "Compute {} requires atoms with IDs", style);
  local_flag = timeflag = 1;
  size_local_cols = columns;
}

// the array belongs to rows_ and values_
ComputeGranularEnergyLocal::~ComputeGranularEnergyLocal()
{
  array_local = nullptr;
}

// Of a contact that is evaluated twice, one has the row: that whose atom has the smaller ID, or, where an atom touches its
// own image, lies on a given side.
bool ComputeGranularEnergyLocal::is_mine(const LedgerContact &record) const
{
  const int i = record.i, j = record.j;
  if (!(atom->mask[i] & groupbit)) return false;
  if (j == LedgerContact::wall) return true;
  if (!(atom->mask[j] & groupbit)) return false;
  if (!record.twice) return true;
  if (atom->tag[i] != atom->tag[j]) return atom->tag[i] < atom->tag[j];
  const contact::Vec3<double> &d = record.separation;
  for (const double component : {d.z, d.y, d.x})
    if (std::fabs(component) > 0.1 * length(d)) return component > 0.0;
  return true;
}

void ComputeGranularEnergyLocal::compute_local()
{
  invoked_local = update->ntimestep;
  values_.clear();
  for (const LedgerContact &record : ledger_.fix().contacts(style)) {
    if (!is_mine(record)) continue;
    const bool wall = record.j == LedgerContact::wall;
    const contact::ContactAccount<double> &account = record.account;
    const auto place = contact::load_vector(atom->x[record.i]) - record.to_contact * record.separation;
    const contact::Dissipation<double> &d = account.dissipated;
    values_.insert(values_.end(),
                   {static_cast<double>(atom->tag[record.i]),
                    wall ? 0.0 : static_cast<double>(atom->tag[record.j]), place.x, place.y, place.z});
    values_.insert(values_.end(), std::begin(account.stored), std::end(account.stored));
    for (const double power : {d.normal_damping, d.sliding_damping, d.sliding, d.rolling, d.twisting})
      values_.push_back(std::max(power, 0.0));
  }
  size_local_rows = static_cast<int>(values_.size()) / columns;
  rows_.resize(size_local_rows);
  for (int k = 0; k < size_local_rows; ++k)
    rows_[k] = values_.data() + static_cast<std::ptrdiff_t>(k) * columns;
  array_local = rows_.data();
}

double ComputeGranularEnergyLocal::memory_usage()
{
  return static_cast<double>(values_.capacity() * sizeof(double) + rows_.capacity() * sizeof(double *));
}

}    // namespace granular_srt
