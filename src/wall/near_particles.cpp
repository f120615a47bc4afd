#include "near_particles.h"
#include "wall_shape.h"

namespace granular_srt {

void NearParticles::invalidate()
{
  number_ = -1;
  reference_->invalidate();
}

bool NearParticles::update(WallShape &shape, const std::function<double(double radius)> &reach, double skin)
{
  reference_->refresh();
  wall_travel_ = shape.travel(reference_->box());
  if (number_ == reference_->number() && wall_travel_ <= allowed_wall_travel_) return false;

  number_ = reference_->number();
  shape.mark_position();
  wall_travel_ = 0.0;
  allowed_wall_travel_ = shape.moves() ? 0.5 * skin : 0.0;
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

double NearParticles::bytes() const
{
  return static_cast<double>(particles_.capacity() * sizeof(int) +
                             (reach_.capacity() + distance_.capacity()) * sizeof(double));
}

}    // namespace granular_srt
