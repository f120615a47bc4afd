#include "pair_cutoffs.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

// The ledger needs the contacts that end in a step, with a neighbor skin of 0 too: by this fraction of the sum of the
// radii they may have parted.
double PairCutoffs::gap_of_ended(double sum_of_radii) const
{
  constexpr double fraction = 0.02;
  return run_.counts_ended ? fraction * sum_of_radii : 0.0;
}

// Largest gap of listed pairs: stretched contacts must not leave the list.
double PairCutoffs::listed_gap(double radius_i, double radius_j) const
{
  const double sum = radius_i + radius_j;
  double reach = 0.0;
  if (run_.beyond_contact && sum > 0.0) {
    const double effective = contact::effective_radius(radius_i, radius_j, sum);
    for (const contact::AnyContact &law : run_.laws.all())
      reach = std::max(reach, law.normal.pull_off_distance(effective));
  }
  return std::max(neighbor->skin, reach + gap_of_ended(sum));
}

// Largest distance of the centers in a contact of these types.
double PairCutoffs::automatic(int i, int j, const contact::AnyContact &law) const
{
  const double cutoff = run_.radii.largest(i, j, [&](double r_i, double r_j) {
    const double sum = r_i + r_j, reach = law.reach(sum, contact::effective_radius(r_i, r_j, sum));
    return reach + std::max(0.0, gap_of_ended(sum) - neighbor->skin);
  });
  if (cutoff > 0.0) return cutoff;

  // One of the types has no atoms, neither present nor to be inserted. The neighbor list needs a cutoff nevertheless.
  return 2.0 * run_.radii.of_any();
}

// LAMMPS counts images of the box in integers, and creates all images within the cutoff.
void PairCutoffs::check(int i, int j, double cutoff) const
{
  constexpr double most_images = 50.0, most_lengths = 1e9;
  for (int dim = 0; dim < domain->dimension; ++dim) {
    const double edge = domain->prd[dim];
    const double most = domain->periodicity[dim] ? most_images : most_lengths;
    if (!(cutoff <= most * edge))
      error->all(FLERR,
                 "Illegal cutoff {:g} of types {} and {} of pair style {}: must be at most {:g} times the {} "
                 "length of the box, "
                 "{:g}. It is that of pair_coeff or pair_style, or follows from radii and pull-off distance",
                 cutoff, i, j, name_, most, "xyz"[dim], edge);
  }
}

void PairCutoffs::check_given(int i, int j, double cutoff) const
{
  constexpr double rounding = 1e-12;
  const double least = run_.radii.largest_sum(i, j);
  if (cutoff < (1.0 - rounding) * least)
    error->all(
        FLERR,
        "Illegal cutoff {:g} of types {} and {} of pair style {}: must be at least {:g}, the largest sum "
        "of their radii",
        cutoff, i, j, name_, least);
}

// Lists and ghosts have all particles within the cutoff, and a skin for their motion.
void PairCutoffs::check_grown_radii(double **cutsq)
{
  LargestRadii present(atom->ntypes);
  present.add(lmp, atom->nlocal + atom->nghost, run_.group_without_contacts());
  for (int i = 1; i <= atom->ntypes; ++i)
    for (int j = i; j <= atom->ntypes; ++j) {
      if (run_.laws.index_of(i, j) == TypeLaws::none) continue;
      const double sum = present.largest_sum(i, j), cutoff = std::sqrt(cutsq[i][j]);
      constexpr double rounding = 1e-12;
      if (sum <= (1.0 + rounding) * cutoff) continue;
      const std::string what = fmt::format("Pair style {}: radii of types {} and {} have grown at step {}: "
                                           "their sum {:g} exceeds the cutoff {:g}",
                                           name_, i, j, update->ntimestep, sum, cutoff);
      const char *const cutoff_for_them = from_deck_ ? "a cutoff for the final radii, " : "";
      if (sum > cutoff + neighbor->skin)
        error->one(
            FLERR, Error::NOLASTLINE,
            "{} and the neighbor skin, so that contacts may be missed: use {}several runs, or a larger "
            "skin",
            what, cutoff_for_them);
      if (warned_) continue;
      warned_ = true;
      error->warning(FLERR, "{}, so that contacts may be missed: use {}several runs, or a larger skin", what,
                     cutoff_for_them);
    }
}

}    // namespace granular_srt
