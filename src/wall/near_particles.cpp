#include "near_particles.h"

#include "engine/evaluate/instruction_set.h"

#include "atom.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

using namespace LAMMPS_NS;

namespace granular_srt {

using contact::Vec3;

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
  const Vec3<double> room{most, most, most};
  box_ = {box_.lowest - room, box_.highest + room};
}

void NearParticles::invalidate()
{
  number_ = -1;
  reference_->invalidate();
}

bool NearParticles::update(WallShape &shape, const WallPlacement &at, bool moves,
                           const std::function<double(double radius)> &reach, double skin,
                           const PeriodicImages *images)
{
  reference_->refresh();
  if (number_ == reference_->number()) {
    wall_travel_ = shape.travel(listed_at_, at, places_);
    if (wall_travel_ <= allowed_wall_travel_ &&
        !(images && images->travel_since(box_) > images->allowed_travel()))
      return false;
  }
  number_ = reference_->number();
  listed_at_ = at;
  wall_travel_ = 0.0;
  allowed_wall_travel_ = moves ? 0.5 * skin : 0.0;
  places_ = reference_->box();
  reach_.resize(all());
  for (int i = 0; i < all(); ++i)
    reach_[i] = reach(reference_->radius()[i]) + reference_->allowed()[i] + allowed_wall_travel_;
  std::vector<int> with_image;
  if (images) with_image = find_images(shape, *images);
  particles_.clear();
  distance_.clear();
  listed_.clear();
  shape.find_near(reference_->x(), reach_.data(), all(), particles_, distance_);
  constexpr double for_rounding = 1e-8;
  for (std::size_t k = 0; k < particles_.size(); ++k) {
    const double of_particle = reach(reference_->radius()[particles_[k]]);
    distance_[k] -= of_particle + for_rounding * (of_particle + distance_[k]);
  }
  if (!with_image.empty()) add(with_image);
  return true;
}

// Particles that may leave the box, with an image near the wall, in ascending order.
std::vector<int> NearParticles::find_images(WallShape &shape, const PeriodicImages &images)
{
  box_ = images.box();
  std::vector<Vec3<double>> places;
  std::vector<double> reach;
  std::vector<int> particles;    // [image]
  for (int i = 0; i < all(); ++i) {
    const double way = reference_->allowed()[i];
    images.append_near(row(reference_->x(), i), way + images.allowed_travel(), places);
    reach.resize(places.size(), reach_[i] + images.allowed_travel());
    particles.resize(places.size(), i);
  }
  if (places.empty()) return {};
  const double most = *std::max_element(reach.begin(), reach.end());    // more than they move
  const Vec3<double> room{most, most, most};
  const Bounds of_images = bounds_of(&places.front().x, static_cast<int>(places.size()));
  places_ = around(places_, {of_images.lowest - room, of_images.highest + room});
  std::vector<int> near;
  std::vector<double> distance;
  shape.find_near(&places.front().x, reach.data(), static_cast<int>(places.size()), near, distance);
  for (int &one : near) one = particles[one];
  near.erase(std::unique(near.begin(), near.end()), near.end());
  return near;
}

// Adds particles, of which the list of the shape may have some.
void NearParticles::add(const std::vector<int> &particles)
{
  std::vector<int> all;
  std::set_union(particles_.begin(), particles_.end(), particles.begin(), particles.end(),
                 std::back_inserter(all));
  auto listed = particles_.begin();
  for (const int i : all) {
    const bool has = listed != particles_.end() && *listed == i;
    listed_.push_back(has ? static_cast<int>(listed - particles_.begin()) : not_listed);
    if (has) ++listed;
  }
  particles_ = std::move(all);
}

// Lists of the shape are of the places of particles, not of their images.
void NearParticles::find(WallShape &shape, std::size_t k, const PeriodicImage &at, double reach,
                         std::vector<WallContact> &found) const
{
  if (at.moved)
    shape.find(at.x, reach, found);
  else
    shape.find_listed(listed(k), at.x, reach, found);
}

}    // namespace granular_srt
