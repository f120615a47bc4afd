#include "near_pairs.h"

#include "engine/evaluate/bounds.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace granular_srt {

using contact::Vec3;
using LAMMPS_NS::bigint;

namespace {

  // Room for the motion of a particle in the list of owned pairs: what its velocity needs for so many steps, with
  // bounds in neighbor skins. A larger margin needs fewer lists, with more pairs in each.
  constexpr double steps_of_list = 20.0, least_in_skins = 0.25, most_in_skins = 2.0;

  bool has_similar_sizes(const ListedParticles &particles)
  {
    if (particles.all == 0) return true;
    const auto [smallest, largest] = std::minmax_element(particles.radius, particles.radius + particles.all);
    return *largest <= 4.0 * *smallest;
  }

}    // namespace

bool NearPairs::update(const ListedParticles &particles, const NearPairsRequest &request)
{
  // Exclusions may depend on groups that change. GhostPairs is for spheres of similar sizes.
  choose_split(request.step, !particles.excluded && has_similar_sizes(particles));
  const auto build = [&](auto &list, const ListedParticles &listed) {
    return list.build(listed, request.gap, request.newton, request.find_near);
  };
  kept_ = false;
  if (!splitting.now) {
    reference_.invalidate();
    return build(list_, particles);
  }
  const OwnedParticles owned{particles.owned,  particles.x,   request.v,
                             particles.radius, particles.tag, request.type};
  kept_ = reference_.has_same(owned) && reference_.has_within_margins(owned, request.any_point_moved);
  if (!kept_) {
    reference_.take(
        owned, {request.dt * steps_of_list, least_in_skins * request.skin, most_in_skins * request.skin});
    radius_with_room_.resize(particles.owned);
    for (int i = 0; i < particles.owned; ++i)
      radius_with_room_[i] = particles.radius[i] + reference_.allowed()[i];
    ListedParticles alone = particles;
    alone.all = particles.owned;
    alone.radius = radius_with_room_.data();
    if (!build(list_, alone)) return false;
  }
  return build(ghosts_, particles);
}

void NearPairs::choose_split(bigint step, bool possible)
{
  // Two bounds, so that a run does not change from one way to the other often.
  constexpr double few_steps = 12.0, too_many_steps = 25.0, memory = 0.9;
  double &between = splitting.steps_between;
  if (last_update_ >= 0 && step > last_update_) {
    const double steps = std::min(static_cast<double>(step - last_update_), Splitting::many_steps);
    between = std::min(memory * between + (1.0 - memory) * steps, 4.0 * too_many_steps);
  }
  last_update_ = step;
  splitting.now = possible && between < (splitting.now ? too_many_steps : few_steps);
}

double NearPairs::memory_usage() const
{
  return list_.memory_usage() + ghosts_.memory_usage() + reference_.memory_usage() +
      bytes_of(radius_with_room_);
}

/* ---- pairs with ghosts ---- */

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
  sort(particles, particles.owned, box.lowest, nullptr);
  // Coordinates and the sum of their squares: some roundings of numbers not larger than the box.
  const double rounding = 1e-6 * std::max({box.extent.x, box.extent.y, box.extent.z});

  const CellGrid &grid = grids_.front();
  partners_.resize(particles.owned);
  list_.clear();
  for (int i = 0; i < particles.owned; ++i) {
    const Vec3<double> from = row(particles.x, i) - box.lowest;
    const auto inside = [](double at, double extent) { return at >= 0.0 && at <= extent; };
    if (!inside(from.x, box.extent.x) || !inside(from.y, box.extent.y) || !inside(from.z, box.extent.z))
      continue;
    const int cell = grid.cell(from);
    if (!has_ghosts_near(cell)) continue;
    const std::size_t begin = list_.size();
    for (const int at :
         spheres_.near(grid.near(cell), from, particles.radius[i] + limit + rounding, find_near)) {
      const int ghost = spheres_.atom(at);
      const bool listed = !newton || lists_ghost(particles, i, ghost);
      if (listed && !(particles.excluded && particles.excluded(i, ghost))) list_.push_back(ghost);
    }
    if (list_.size() == begin) continue;
    atom_.push_back(i);
    partners_[i] = static_cast<int>(list_.size() - begin);
  }
  finish_list(particles.owned);
  return true;
}

// The grid covers all spheres that are not farther from the ghosts than the longest pair.
GridBox GhostPairs::make_grid(const ListedParticles &particles, double edge)
{
  const Bounds ghosts =
      bounds_of(particles.x + 3 * std::ptrdiff_t{particles.owned}, particles.all - particles.owned);
  const Vec3<double> room{edge, edge, edge};
  const GridBox box{ghosts.lowest - room, ghosts.highest - ghosts.lowest + 2.0 * room};
  grids_.resize(1);
  grids_.front().make(box, edge * (1.0 + 1e-6), particles.all);
  near_.assign(grids_.front().cells(), Near::UNKNOWN);
  return box;
}

bool GhostPairs::has_ghosts_near(int cell)
{
  Near &near = near_[cell];
  if (near == Near::UNKNOWN) near = grids_.front().near(cell).spheres > 0 ? Near::SOME : Near::NONE;
  return near == Near::SOME;
}

}    // namespace granular_srt
