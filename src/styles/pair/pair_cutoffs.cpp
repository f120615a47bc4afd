// Cutoffs of pair_style granular, and the stiffness of its contacts for fix nph/sphere. Both follow from particle
// sizes.

#include "mean_diameter.h"
#include "pair_granular_srt.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {

void PairGranularSrt::find_largest_radii()
{
  std::vector<double> moving(stride_, 0.0), frozen(stride_, 0.0);
  for (const char *style : {"^pour", "^deposit"})
    for (const auto &fix : modify->get_fix_by_style(style))
      for (int type = 1; type < stride_; ++type) {
        int of_type = type;
        const auto *radius = static_cast<double *>(fix->extract("radius", of_type));
        if (radius) moving[type] = std::max(moving[type], *radius);
      }

  for (int i = 0; i < atom->nlocal; ++i) {
    auto &largest = atom->mask[i] & freeze_group_bit_ ? frozen : moving;
    largest[atom->type[i]] = std::max(largest[atom->type[i]], atom->radius[i]);
  }
  largest_moving_.resize(stride_);
  largest_frozen_.resize(stride_);
  MPI_Allreduce(moving.data(), largest_moving_.data(), stride_, MPI_DOUBLE, MPI_MAX, world);
  MPI_Allreduce(frozen.data(), largest_frozen_.data(), stride_, MPI_DOUBLE, MPI_MAX, world);
}

// Largest distance of the centers in a contact of these types. Two frozen atoms have no contact.
double PairGranularSrt::automatic_cutoff(int i, int j, const contact::AnyContact &law) const
{
  const auto reach = [&](double r_i, double r_j) {
    if (r_i <= 0.0 || r_j <= 0.0) return 0.0;
    const double sum = r_i + r_j, reach = law.reach(sum, contact::effective_radius(r_i, r_j, sum));
    return reach + std::max(0.0, gap_of_ended(sum) - neighbor->skin);
  };
  const double cutoff =
      std::max({reach(largest_moving_[i], largest_moving_[j]), reach(largest_frozen_[i], largest_moving_[j]),
                reach(largest_moving_[i], largest_frozen_[j])});
  if (cutoff > 0.0) return cutoff;

  // One of the types has no atoms, neither present nor to be inserted. The neighbor list needs a cutoff nevertheless.
  return 2.0 * largest_radius();
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

double PairGranularSrt::largest_radius() const
{
  return std::max(std::ranges::max(largest_moving_), std::ranges::max(largest_frozen_));
}

double PairGranularSrt::contact_energy(double pressure)
{
  const double diameter = mean_diameter(lmp);
  const double one_contact = std::max(pressure, 0.0) / force->nktv2p * diameter * diameter;
  double stiffness = 0.0;
  for (const auto &law : laws_)
    stiffness = std::max(stiffness, law.normal.stiffness_at(one_contact, 0.25 * diameter));
  return stiffness * diameter * diameter;
}

}    // namespace granular_srt
