#include "fix_sort_bins.h"
#include "queries.h"

#include "atom.h"
#include "comm.h"
#include "lammps.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *id_of_fix = "GRANULAR_SRT_SORT_BINS";

  // Bin size; 0 if LAMMPS' own bins remain.
  double wanted_sort_bins(LAMMPS *lmp, bool with_few, double largest_radius)
  {
    // Below this number of particles per rank, bins of a diameter gain less than 2 % of a step.
    constexpr double fewest_per_rank = 20000.0;
    const Atom &atom = *lmp->atom;
    if (atom.sortfreq == 0 || atom.userbinsize > 0.0) return 0.0;
    if (!with_few && static_cast<double>(atom.natoms) < fewest_per_rank * lmp->comm->nprocs) return 0.0;

    const double diameter = atom.natoms > 0 ? mean_diameter(lmp) : 2.0 * largest_radius;
    const double lammps_bins = largest_radius + 0.5 * lmp->neighbor->skin;
    return diameter > lammps_bins ? diameter : 0.0;
  }

}    // namespace

FixSortBins::FixSortBins(LAMMPS *lammps, int narg, char **arg) :
    Fix(lammps, narg, arg), size_{narg == 4 ? utils::numeric(FLERR, arg[3], false, lammps) : 0.0}
{
  datamask_read = datamask_modify = 0;    // no per-atom data, so the KOKKOS package copies none
}

FixSortBins::~FixSortBins()
{
  post_neighbor();
}

int FixSortBins::setmask()
{
  return FixConst::PRE_EXCHANGE | FixConst::POST_NEIGHBOR;
}

// Atom::setup() creates the bins of a run. LAMMPS calls it before this function, and sorts after it.
void FixSortBins::setup_pre_exchange()
{
  if (!update->setupflag) return;    // write_data
  pre_exchange();
  atom->setup();
}

void FixSortBins::pre_exchange()
{
  if (atom->userbinsize == 0.0) atom->userbinsize = size_;
}

void FixSortBins::post_neighbor()
{
  if (atom->userbinsize == size_) atom->userbinsize = 0.0;
}

void request_sort_bins(LAMMPS *lmp, const std::string &pair, bool allowed, bool with_few,
                       double largest_radius)
{
  Modify &modify = *lmp->modify;
  const Fix *old = modify.get_fix_by_id(id_of_fix);
  const double size = allowed ? wanted_sort_bins(lmp, with_few, largest_radius) : 0.0;
  if (old) modify.delete_fix(id_of_fix);
  if (size == 0.0) return;
  modify.add_fix(fmt::format("{} all GRANULAR_SRT_SORT_BINS {:.17g}", id_of_fix, size));
  if (lmp->comm->me == 0 && !old)
    utils::logmesg(lmp, "pair {}: particles sorted in bins of a diameter, {:.6g}\n", pair, size);
}

}    // namespace granular_srt
