#include "sort_bins.h"

#include "atom.h"
#include "comm.h"
#include "neighbor.h"
#include "utils.h"

#include <numeric>

namespace granular_srt {

using namespace LAMMPS_NS;

SortBins::~SortBins()
{
  if (atom->userbinsize == chosen_) atom->userbinsize = 0.0;
}

void SortBins::choose(double largest_radius)
{
  if (atom->sortfreq == 0 || (atom->userbinsize > 0.0 && atom->userbinsize != chosen_)) return;
  const double own[2] = {std::accumulate(atom->radius, atom->radius + atom->nlocal, 0.0),
                         static_cast<double>(atom->nlocal)};
  double all[2];
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, world);
  const double diameter = 2.0 * (all[1] > 0.0 ? all[0] / all[1] : largest_radius);
  const double lammps_takes = largest_radius + 0.5 * neighbor->skin;
  const double before = chosen_;
  chosen_ = diameter > lammps_takes ? diameter : 0.0;
  atom->userbinsize = chosen_;
  if (comm->me == 0 && chosen_ > 0.0 && chosen_ != before)
    utils::logmesg(lmp, "pair granular: particles sorted in bins of a diameter, {:.6g}\n", chosen_);
}

}    // namespace granular_srt
