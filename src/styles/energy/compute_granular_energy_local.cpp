#include "compute_granular_energy_local.h"

#include "fix_energy_ledger.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "update.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

ComputeGranularEnergyLocal::ComputeGranularEnergyLocal(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), ledger_{lmp}
{
  if (narg > 3) error->all(FLERR, "Unknown compute {} argument '{}': it has none", style, arg[3]);
  if (!atom->tag_enable) error->all(FLERR, "Compute {} requires atoms with IDs", style);
  local_flag = 1;
  size_local_cols = columns;
}

// the array belongs to rows_ and values_
ComputeGranularEnergyLocal::~ComputeGranularEnergyLocal()
{
  array_local = nullptr;
}

// Of a contact that two ranks evaluate, one has the row: that whose atom has the smaller ID, or, where an atom touches its
// own image, lies on a given side.
bool ComputeGranularEnergyLocal::is_mine(const LedgerRecord &record) const
{
  const int i = record.i, j = record.j;
  if (!(atom->mask[i] & groupbit)) return false;
  if (j == LedgerContact::wall) return true;
  if (!(atom->mask[j] & groupbit)) return false;
  if (force->newton_pair || j < atom->nlocal) return true;
  if (atom->tag[i] != atom->tag[j]) return atom->tag[i] < atom->tag[j];
  const contact::Vec3<double> &d = record.geometry.separation;
  for (const double component : {d.z, d.y, d.x})
    if (std::fabs(component) > 0.1 * record.geometry.distance) return component > 0.0;
  return true;
}

void ComputeGranularEnergyLocal::compute_local()
{
  invoked_local = update->ntimestep;
  values_.clear();
  for (const LedgerRecord &record : ledger_.fix().contacts()) {
    if (!is_mine(record)) continue;
    const bool wall = record.j == LedgerContact::wall;
    const contact::Geometry<double> &g = record.geometry;
    const contact::ContactAccount &account = record.account;
    // in the middle of the overlap; the foot on a wall
    const double from_center = wall ? g.distance : g.radius_i - 0.5 * g.overlap;
    const auto place = contact::load_vector(atom->x[record.i]) - (from_center / g.distance) * g.separation;
    const contact::Dissipation &d = account.dissipated;
    values_.insert(values_.end(),
                   {static_cast<double>(atom->tag[record.i]),
                    wall ? 0.0 : static_cast<double>(atom->tag[record.j]), place.x, place.y, place.z});
    values_.insert(values_.end(), account.stored.begin(), account.stored.end());
    values_.insert(values_.end(), {d.normal_damping, d.sliding_damping, d.sliding, d.rolling, d.twisting});
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
