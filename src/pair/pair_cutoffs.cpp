// Cutoffs of pair_style granular, and the stiffness of its contacts for fix nph/sphere. Both follow from particle
// sizes.

#include "pair_granular_srt.h"

#include "host/queries.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

// The ledger needs the contacts that end in a step, with a neighbor skin of 0 too: by this fraction of the sum of the
// radii they may have parted.
double PairGranularSrt::gap_of_ended(double sum_of_radii) const
{
  constexpr double fraction = 0.02;
  return ledger_.expired() ? 0.0 : fraction * sum_of_radii;
}

// Largest gap of listed pairs: stretched contacts must not leave the list.
double PairGranularSrt::listed_gap(double radius_i, double radius_j) const
{
  const double sum = radius_i + radius_j;
  double reach = 0.0;
  if (beyond_contact && sum > 0.0) {
    const double effective = contact::effective_radius(radius_i, radius_j, sum);
    for (const contact::AnyContact &law : laws_.all())
      reach = std::max(reach, law.normal.pull_off_distance(effective));
  }
  return std::max(neighbor->skin, reach + gap_of_ended(sum));
}

// Largest distance of the centers in a contact of these types.
double PairGranularSrt::automatic_cutoff(int i, int j, const contact::AnyContact &law) const
{
  const double cutoff = radii_.largest(i, j, [&](double r_i, double r_j) {
    const double sum = r_i + r_j, reach = law.reach(sum, contact::effective_radius(r_i, r_j, sum));
    return reach + std::max(0.0, gap_of_ended(sum) - neighbor->skin);
  });
  if (cutoff > 0.0) return cutoff;

  // One of the types has no atoms, neither present nor to be inserted. The neighbor list needs a cutoff nevertheless.
  return 2.0 * radii_.of_any();
}

// LAMMPS counts images of the box in integers, and creates all images within the cutoff.
void PairGranularSrt::check_cutoff(int i, int j, double cutoff) const
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

void PairGranularSrt::check_given_cutoff(int i, int j, double cutoff) const
{
  constexpr double rounding = 1e-12;
  const double least = radii_.largest_sum(i, j);
  if (cutoff < (1.0 - rounding) * least)
    error->all(
        FLERR,
        "Illegal cutoff {:g} of types {} and {} of pair style {}: must be at least {:g}, the largest sum "
        "of their radii",
        cutoff, i, j, name_, least);
}

// Lists and ghosts have all particles within the cutoff, and a skin for their motion.
void PairGranularSrt::check_grown_radii()
{
  LargestRadii present(atom->ntypes);
  present.add(lmp, atom->nlocal + atom->nghost, group_without_contacts());
  for (int i = 1; i <= atom->ntypes; ++i)
    for (int j = i; j <= atom->ntypes; ++j) {
      if (laws_.index_of(i, j) == TypeLaws::none) continue;
      const double sum = present.largest_sum(i, j), cutoff = std::sqrt(cutsq[i][j]);
      constexpr double rounding = 1e-12;
      if (sum <= (1.0 + rounding) * cutoff) continue;
      const std::string what = fmt::format("Pair style {}: radii of types {} and {} have grown at step {}: "
                                           "their sum {:g} exceeds the cutoff {:g}",
                                           name_, i, j, update->ntimestep, sum, cutoff);
      const char *const cutoff_for_them = has_cutoff_argument() ? "a cutoff for the final radii, " : "";
      if (sum > cutoff + neighbor->skin)
        error->one(
            FLERR, Error::NOLASTLINE,
            "{} and the neighbor skin, so that contacts may be missed: use {}several runs, or a larger "
            "skin",
            what, cutoff_for_them);
      if (warned_of_radii_) continue;
      warned_of_radii_ = true;
      error->warning(FLERR, "{}, so that contacts may be missed: use {}several runs, or a larger skin", what,
                     cutoff_for_them);
    }
}

double PairGranularSrt::contact_energy(double pressure)
{
  sync_host();
  const double diameter = mean_diameter(lmp);
  const double area =
      domain->dimension == 2 ? diameter : diameter * diameter;    // a length in two dimensions
  const double one_contact = std::max(pressure, 0.0) / force->nktv2p * area;
  double stiffness = 0.0;
  for (const auto &law : laws_.all())
    stiffness = std::max(stiffness, law.normal.stiffness_at(one_contact, 0.25 * diameter));
  return stiffness * diameter * diameter;
}

}    // namespace granular_srt
