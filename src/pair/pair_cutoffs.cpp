// Cutoffs of pair_style granular, and the stiffness of its contacts for fix nph/sphere. Both follow from particle
// sizes.

#include "host/queries.h"
#include "pair_granular_srt.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {

namespace {

  // Largest sum of the radii of a contact of two types. Two frozen atoms have no contact.
  double largest_sum(const std::vector<double> &moving, const std::vector<double> &frozen, int i, int j)
  {
    const auto sum = [](double a, double b) { return a > 0.0 && b > 0.0 ? a + b : 0.0; };
    return std::max({sum(moving[i], moving[j]), sum(frozen[i], moving[j]), sum(moving[i], frozen[j])});
  }

}    // namespace

void PairGranularSrt::add_radii(int atoms, std::vector<double> &moving, std::vector<double> &frozen) const
{
  for (int i = 0; i < atoms; ++i) {
    double &largest = (atom->mask[i] & freeze_group_bit_ ? frozen : moving)[atom->type[i]];
    largest = std::max(largest, atom->radius[i]);
  }
}

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

  add_radii(atom->nlocal, moving, frozen);
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

void PairGranularSrt::check_given_cutoff(int i, int j, double cutoff) const
{
  constexpr double rounding = 1e-12;
  const double least = largest_sum(largest_moving_, largest_frozen_, i, j);
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
  std::vector<double> moving(stride_, 0.0), frozen(stride_, 0.0);
  add_radii(atom->nlocal + atom->nghost, moving, frozen);
  for (int i = 1; i < stride_; ++i)
    for (int j = i; j < stride_; ++j) {
      if (law_of_[i * stride_ + j] < 0) continue;
      const double sum = largest_sum(moving, frozen, i, j), cutoff = std::sqrt(cutsq[i][j]);
      const std::string what = fmt::format("Pair style {}: radii of types {} and {} have grown at step {}: "
                                           "their sum {:g} exceeds the cutoff {:g}",
                                           name_, i, j, update->ntimestep, sum, cutoff);
      if (sum > cutoff + neighbor->skin)
        error->one(
            FLERR, Error::NOLASTLINE,
            "{} and the neighbor skin, so that contacts are missed: use a cutoff for the final radii, or "
            "several runs",
            what);
      constexpr double rounding = 1e-12;
      if (sum <= (1.0 + rounding) * cutoff || warned_of_radii_) continue;
      warned_of_radii_ = true;
      error->warning(FLERR,
                     "{}, so that contacts may be missed: use a cutoff for the final radii, or several runs",
                     what);
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
