#include "cell_list.h"

#include "engine/evaluate/bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace granular_srt {

using contact::Vec3;
using LAMMPS_NS::tagint;

namespace {

  constexpr int bins_in_class = 8;    // a factor of two

  // Whether point j is above point i: in z; if equal in y; if equal in x.
  bool is_above(const double *j, const double *i)
  {
    for (int axis = 2; axis > 0; --axis)
      if (j[axis] != i[axis]) return j[axis] > i[axis];
    return j[0] > i[0];
  }

}    // namespace

/* ---- size classes ---- */

// Exponent and first three bits of the mantissa: eight bins for a factor of two.
std::uint32_t SizeClasses::bin(double radius) const
{
  return std::bit_cast<std::uint32_t>(static_cast<float>(radius + extra_)) >> 20;
}

void SizeClasses::choose(const double *radius, int count, double smallest, double largest, double gap)
{
  extra_ = 0.5 * gap;
  largest_.assign(1, largest);
  if (largest + extra_ <= 2.0 * (smallest + extra_)) return;

  first_bin_ = bin(smallest);
  const std::size_t bins = bin(largest) - first_bin_ + 1;
  constexpr double none = -1.0;
  std::vector<double> largest_of_bin(bins, none);
  for (int i = 0; i < count; ++i) {
    double &of_bin = largest_of_bin[bin(radius[i]) - first_bin_];
    of_bin = std::max(of_bin, radius[i]);
  }
  // from the largest spheres on: each class takes all bins within a factor of two of its first one
  largest_.clear();
  class_of_bin_.assign(bins, 0);
  for (std::size_t left = bins; left > 0;) {
    const std::size_t end = left;
    if (largest_of_bin[end - 1] == none) {
      --left;
      continue;
    }
    left = end > bins_in_class ? end - bins_in_class : 0;
    std::fill(class_of_bin_.begin() + left, class_of_bin_.begin() + end, this->count());
    largest_.push_back(largest_of_bin[end - 1]);
  }
  std::reverse(largest_.begin(), largest_.end());
  for (int &of_bin : class_of_bin_) of_bin = this->count() - 1 - of_bin;
}

/* ---- pairs ---- */

// On the other rank, where the two have changed roles, the result is the opposite. Positions decide, because then half
// of the ghosts have no contacts. In a tilted box images are rounded differently on the other side, so that tags
// decide.
bool lists_ghost(const ListedParticles &particles, int owned, int ghost)
{
  if (particles.collection_order && particles.collection_order[owned] != particles.collection_order[ghost])
    return particles.collection_order[owned] < particles.collection_order[ghost];
  const tagint i = particles.tag[owned], j = particles.tag[ghost];
  if (particles.triclinic && i != j) return (i + j) % 2 == 0 ? i < j : i > j;
  return is_above(particles.x + 3 * std::ptrdiff_t{ghost}, particles.x + 3 * std::ptrdiff_t{owned});
}

bool CellList::build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near)
{
  if (!make_grids(particles, gap)) {
    atom_.clear();
    return false;
  }
  sort(particles, 0, lowest_, &classes_);
  find_pairs_of_smaller_ghosts(particles, newton, find_near);

  if (std::ssize(atom_) != particles.owned) {
    atom_.resize(particles.owned);
    std::iota(atom_.begin(), atom_.end(), 0);
  }
  partners_.resize(particles.owned);
  list_.clear();
  auto of_smaller_ghost = of_smaller_ghosts_.begin();
  for (int i = 0; i < particles.owned; ++i) {
    const std::size_t begin = list_.size();
    const auto excluded = [&](int j) { return particles.excluded && particles.excluded(i, j); };
    const int own_class = classes_.class_of(particles.radius[i]);
    const Vec3<double> x = row(particles.x, i);
    for (int other = own_class; other < classes_.count(); ++other) {
      const CellGrid &grid = grids_[other];
      const int cell = other == own_class ? cell_[i] : grid.cell(x - lowest_);
      const auto found =
          find(grid, cell, x, particles.radius[i] + gaps_between_[own_class][other], find_near);
      const std::size_t end = list_.size();
      list_.resize(end + found.size());
      int *next = list_.data() + end;
      // Of two owned spheres of one class, the first one lists the pair; of two classes, the sphere of the finer class.
      const int after = other == own_class ? i : -1;
      for (const int at : found) {
        const int j = spheres_.atom(at);
        bool listed = j < particles.owned ? j > after : !newton || lists_ghost(particles, i, j);
        if (particles.excluded && listed) listed = !excluded(j);
        *next = j;
        next += listed;
      }
      list_.resize(next - list_.data());
    }
    for (; of_smaller_ghost != of_smaller_ghosts_.end() && of_smaller_ghost->first == i; ++of_smaller_ghost)
      if (!excluded(of_smaller_ghost->second)) list_.push_back(of_smaller_ghost->second);
    partners_[i] = static_cast<int>(list_.size() - begin);
  }
  finish_list(particles.owned);
  return true;
}

// Owned spheres search only coarser classes.
void CellList::find_pairs_of_smaller_ghosts(const ListedParticles &particles, bool newton, FindNear find_near)
{
  of_smaller_ghosts_.clear();
  for (int ghost = particles.owned; ghost < particles.all && classes_.count() > 1; ++ghost) {
    const Vec3<double> x = row(particles.x, ghost);
    const int own_class = classes_.class_of(particles.radius[ghost]);
    for (int other = own_class + 1; other < classes_.count(); ++other) {
      for (const int at : find(grids_[other], grids_[other].cell(x - lowest_), x,
                               particles.radius[ghost] + gaps_between_[own_class][other], find_near)) {
        const int i = spheres_.atom(at);
        if (i < particles.owned && (!newton || lists_ghost(particles, i, ghost)))
          of_smaller_ghosts_.emplace_back(i, ghost);
      }
    }
  }
  std::sort(of_smaller_ghosts_.begin(), of_smaller_ghosts_.end());
}

// A cell of a class is at least as long as the largest distance of its pairs with spheres of this or a finer class.
bool CellList::make_grids(const ListedParticles &particles, const GapLimit &gap)
{
  double smallest = particles.all > 0 ? particles.radius[0] : 0.0, largest = 0.0, sum = 0.0;
  for (int i = 0; i < particles.all; ++i) {
    const Vec3<double> x = row(particles.x, i);
    smallest = std::min(smallest, particles.radius[i]);
    largest = std::max(largest, particles.radius[i]);
    sum += x.x + x.y + x.z + particles.radius[i];    // not finite if one of the terms is not
  }
  if (!std::isfinite(sum)) return false;
  classes_.choose(particles.radius, particles.all, smallest, largest, gap(smallest, smallest));

  const Bounds bounds = bounds_of(particles.x, particles.all);
  const GridBox box{bounds.lowest, bounds.highest - bounds.lowest};
  lowest_ = box.lowest;
  // Coordinates and the sum of their squares: some roundings of numbers not larger than the extent.
  rounding_ =
      1e-6 * std::max({box.extent.x, box.extent.y, box.extent.z, 2.0 * largest + gap(largest, largest)});

  const int classes = classes_.count();
  std::vector<int> count(classes);
  for (int i = 0; i < particles.all; ++i) ++count[classes_.class_of(particles.radius[i])];
  grids_.resize(classes);
  gaps_between_.assign(classes, std::vector<double>(classes));
  for (int k = 0; k < classes; ++k) {
    const double radius = classes_.largest(k);
    grids_[k].make(box, 2.0 * radius + gap(radius, radius) + rounding_, count[k]);
    for (int other = k; other < classes; ++other)
      gaps_between_[k][other] = gap(radius, classes_.largest(other));
  }
  return true;
}

void PairsInCells::sort(const ListedParticles &particles, int begin, const Vec3<double> &lowest,
                        const SizeClasses *classes)
{
  const auto grid_of = [&](int i) -> CellGrid & {
    return grids_[classes ? classes->class_of(particles.radius[i]) : 0];
  };
  cell_.resize(particles.all - begin);
  for (int i = begin; i < particles.all; ++i) {
    const int cell = cell_[i - begin] = grid_of(i).cell(row(particles.x, i) - lowest);
    grid_of(i).count(cell);
  }
  int first = 0;
  for (CellGrid &grid : grids_) first = grid.sort(first);

  spheres_.resize(particles.all - begin);
  for (int i = begin; i < particles.all; ++i)
    spheres_.put(grid_of(i).place(cell_[i - begin]), i, row(particles.x, i) - lowest, particles.radius[i]);
}

void PairsInCells::finish_list(int owned)
{
  first_.resize(owned);
  const int *next = list_.data();
  for (const int i : atom_) {
    first_[i] = next;
    next += partners_[i];
  }
}

// Indices of all spheres of a grid within reach.
std::span<const int> CellList::find(const CellGrid &grid, int cell, const Vec3<double> &x, double reach,
                                    FindNear find_near)
{
  return spheres_.near(grid.near(cell), x - lowest_, reach + rounding_, find_near);
}

double PairsInCells::memory_usage() const
{
  double sum = spheres_.memory_usage() + bytes_of(cell_, atom_, partners_, first_, list_);
  for (const CellGrid &grid : grids_) sum += grid.memory_usage();
  return sum;
}

}    // namespace granular_srt
