#include "near_particles.h"

#include "engine/evaluate/instruction_set.h"

#include "atom.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;

namespace granular_srt {

std::shared_ptr<ParticleReference> ParticleReference::of(LAMMPS *lmp)
{
  static std::map<LAMMPS *, std::weak_ptr<ParticleReference>> references;
  std::erase_if(references, [](const auto &entry) { return entry.second.expired(); });
  std::weak_ptr<ParticleReference> &place = references[lmp];
  std::shared_ptr<ParticleReference> reference = place.lock();
  if (!reference) place = reference = std::make_shared<ParticleReference>(lmp);
  return reference;
}

ParticleReference::ParticleReference(LAMMPS *lammps) :
    Pointers(lammps), any_strayed_{instruction_set(lammps).any_point_moved}
{
}

OwnedParticles ParticleReference::present() const
{
  const bool some = atom->nmax > 0;
  return {atom->nlocal, some ? atom->x[0] : nullptr, some ? atom->v[0] : nullptr, atom->radius, atom->tag,
          atom->type};
}

void ParticleReference::refresh()
{
  if (reference_.valid() && checked_ == update->ntimestep && !order_may_differ_) return;
  checked_ = update->ntimestep;
  const OwnedParticles particles = present();
  const bool same = !order_may_differ_ || (atom->tag_enable && reference_.has_same(particles));
  order_may_differ_ = false;
  if (!same || !reference_.has_within_margins(particles, any_strayed_)) take();
}

// At least the motion along each axis that LAMMPS allows until it builds new neighbor lists. More for fast particles,
// if LAMMPS' lists are a few steps apart.
void ParticleReference::take()
{
  constexpr double steps = 100.0, most_in_skins = 2.0;
  const double skin = neighbor->skin;
  ++number_;
  reference_.take(present(), {steps * update->dt, 0.5 * std::sqrt(3.0) * skin, most_in_skins * skin});
  box_ = bounds_of(reference_.x(), reference_.count());
  const std::vector<double> &allowed = reference_.allowed();
  const double most = allowed.empty() ? 0.0 : *std::max_element(allowed.begin(), allowed.end());
  const contact::Vec3<double> room{most, most, most};
  box_ = {box_.lowest - room, box_.highest + room};
}

void NearParticles::invalidate()
{
  number_ = -1;
  reference_->invalidate();
}

bool NearParticles::update(WallShape &shape, const WallPlacement &at, bool moves,
                           const std::function<double(double radius)> &reach, double skin)
{
  reference_->refresh();
  if (number_ == reference_->number()) {
    wall_travel_ = shape.travel(listed_at_, at, reference_->box());
    if (wall_travel_ <= allowed_wall_travel_) return false;
  }
  number_ = reference_->number();
  listed_at_ = at;
  wall_travel_ = 0.0;
  allowed_wall_travel_ = moves ? 0.5 * skin : 0.0;
  reach_.resize(all());
  for (int i = 0; i < all(); ++i)
    reach_[i] = reach(reference_->radius()[i]) + reference_->allowed()[i] + allowed_wall_travel_;
  particles_.clear();
  distance_.clear();
  shape.find_near(reference_->x(), reach_.data(), all(), particles_, distance_);
  constexpr double for_rounding = 1e-8;
  for (std::size_t k = 0; k < particles_.size(); ++k) {
    const double of_particle = reach(reference_->radius()[particles_[k]]);
    distance_[k] -= of_particle + for_rounding * (of_particle + distance_[k]);
  }
  return true;
}

bool NearParticles::may_touch(std::size_t k, const double *x) const
{
  const double apart = distance_[k] - wall_travel_;
  if (!(apart > 0.0)) return true;
  const contact::Vec3<double> way = row(x, 0) - row(reference_->x(), particles_[k]);
  return !(dot(way, way) < apart * apart);
}

}    // namespace granular_srt
