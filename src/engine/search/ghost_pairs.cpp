#include "ghost_pairs.h"

#include "engine/evaluate/bounds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace granular_srt {

using contact::Vec3;

bool GhostPairs::build(const ListedParticles &particles, const GapLimit &gap, bool newton, FindNear find_near)
{
  atom_.clear();
  if (particles.all == particles.owned) return true;
  const auto is_finite = [](double number) { return std::isfinite(number); };
  if (!std::all_of(particles.x, particles.x + 3 * std::ptrdiff_t{particles.all}, is_finite) ||
      !std::all_of(particles.radius, particles.radius + particles.all, is_finite))
    return false;
  const double largest = *std::max_element(particles.radius, particles.radius + particles.all);
  const double limit = gap(largest, largest), edge = 2.0 * largest + limit;
  const GridBox box = make_grid(particles, edge);
  sort(particles, box.lowest);
  // Coordinates and the sum of their squares: some roundings of numbers not larger than the box.
  const double rounding = 1e-6 * std::max({box.extent.x, box.extent.y, box.extent.z});

  partners_.resize(particles.owned);
  first_.resize(particles.owned);
  list_.clear();
  for (int i = 0; i < particles.owned; ++i) {
    const Vec3<double> from = row(particles.x, i) - box.lowest;
    const auto inside = [](double at, double extent) { return at >= 0.0 && at <= extent; };
    if (!inside(from.x, box.extent.x) || !inside(from.y, box.extent.y) || !inside(from.z, box.extent.z))
      continue;
    const int cell = grid_.cell(from);
    if (!has_ghosts_near(cell)) continue;
    const std::size_t begin = list_.size();
    for (const int at :
         ghosts_.near(grid_.near(cell), from, particles.radius[i] + limit + rounding, find_near)) {
      const int ghost = ghosts_.atom(at);
      const bool listed = !newton || lists_ghost(particles, i, ghost);
      if (listed && !(particles.excluded && particles.excluded(i, ghost))) list_.push_back(ghost);
    }
    if (list_.size() == begin) continue;
    atom_.push_back(i);
    partners_[i] = static_cast<int>(list_.size() - begin);
  }
  const int *next = list_.data();
  for (const int i : atom_) {
    first_[i] = next;
    next += partners_[i];
  }
  return true;
}

// The grid covers all spheres that are not farther from the ghosts than the longest pair.
GridBox GhostPairs::make_grid(const ListedParticles &particles, double edge)
{
  const Bounds ghosts =
      bounds_of(particles.x + 3 * std::ptrdiff_t{particles.owned}, particles.all - particles.owned);
  const Vec3<double> room{edge, edge, edge};
  const GridBox box{ghosts.lowest - room, ghosts.highest - ghosts.lowest + 2.0 * room};
  grid_.make(box, edge * (1.0 + 1e-6), particles.all);
  near_.assign(grid_.cells(), Near::UNKNOWN);
  return box;
}

void GhostPairs::sort(const ListedParticles &particles, const Vec3<double> &lowest)
{
  const int ghosts = particles.all - particles.owned;
  cell_.resize(ghosts);
  for (int k = 0; k < ghosts; ++k) {
    cell_[k] = grid_.cell(row(particles.x, particles.owned + k) - lowest);
    grid_.count(cell_[k]);
  }
  grid_.sort(0);
  ghosts_.resize(ghosts);
  for (int k = 0; k < ghosts; ++k) {
    const int at = grid_.place(cell_[k]), ghost = particles.owned + k;
    ghosts_.put(at, ghost, row(particles.x, ghost) - lowest, particles.radius[ghost]);
  }
}

bool GhostPairs::has_ghosts_near(int cell)
{
  Near &near = near_[cell];
  if (near == Near::UNKNOWN) near = grid_.near(cell).spheres > 0 ? Near::SOME : Near::NONE;
  return near == Near::SOME;
}

double GhostPairs::memory_usage() const
{
  const auto bytes = [](const auto &...vectors) {
    return static_cast<double>(((vectors.capacity() * sizeof(*vectors.data())) + ...));
  };
  return grid_.memory_usage() + ghosts_.memory_usage() + bytes(cell_, near_, atom_, partners_, list_, first_);
}

}    // namespace granular_srt
