#include "largest_radii.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

LargestRadii LargestRadii::of_all(const LAMMPS *lmp, int freeze_bit)
{
  const int types = lmp->atom->ntypes;
  LargestRadii mine(types), all(types);
  for (const char *style : {"^pour", "^deposit"})
    for (const auto &fix : lmp->modify->get_fix_by_style(style))
      for (int type = 1; type <= types; ++type) {
        int of_type = type;
        const auto *radius = static_cast<double *>(fix->extract("radius", of_type));
        if (radius) mine.moving_[type] = std::max(mine.moving_[type], *radius);
      }
  mine.add(lmp, lmp->atom->nlocal, freeze_bit);
  MPI_Allreduce(mine.moving_.data(), all.moving_.data(), types + 1, MPI_DOUBLE, MPI_MAX, lmp->world);
  MPI_Allreduce(mine.frozen_.data(), all.frozen_.data(), types + 1, MPI_DOUBLE, MPI_MAX, lmp->world);
  return all;
}

void LargestRadii::add(const LAMMPS *lmp, int atoms, int freeze_bit)
{
  const Atom &atom = *lmp->atom;
  for (int i = 0; i < atoms; ++i) {
    double &largest = (atom.mask[i] & freeze_bit ? frozen_ : moving_)[atom.type[i]];
    largest = std::max(largest, atom.radius[i]);
  }
}

double LargestRadii::of_type(int type) const
{
  return std::max(moving_[type], frozen_[type]);
}

double LargestRadii::of_any() const
{
  return std::max(std::ranges::max(moving_), std::ranges::max(frozen_));
}

}    // namespace granular_srt
