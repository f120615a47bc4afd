#include "near_pairs.h"

#include <algorithm>

namespace granular_srt {

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
  if (!split_) {
    reference_.invalidate();
    return build(list_, particles);
  }
  const OwnedParticles owned{particles.owned,  particles.x,   request.v,
                             particles.radius, particles.tag, request.type};
  kept_ = reference_.has_same(owned) && reference_.reaches(owned, request.any_strayed);
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
  if (last_update_ >= 0 && step > last_update_) {
    const double steps = std::min(static_cast<double>(step - last_update_), many_steps);
    steps_between_ = std::min(memory * steps_between_ + (1.0 - memory) * steps, 4.0 * too_many_steps);
  }
  last_update_ = step;
  split_ = possible && steps_between_ < (split_ ? too_many_steps : few_steps);
}

double NearPairs::memory_usage() const
{
  return list_.memory_usage() + ghosts_.memory_usage() + reference_.memory_usage() +
      static_cast<double>(radius_with_room_.capacity() * sizeof(double));
}

}    // namespace granular_srt
