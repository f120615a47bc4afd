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
  const bool same_reference = number_ == reference_->number();
  if (same_reference && shape.travel(reference_->box()) <= allowed_wall_travel_) return false;

  number_ = reference_->number();
  shape.mark_position();
  allowed_wall_travel_ = shape.moves() ? 0.5 * skin : 0.0;
  const double margin = reference_->allowed() + allowed_wall_travel_;
  reach_.resize(all());
  for (int i = 0; i < all(); ++i) reach_[i] = reach(reference_->radius()[i]) + margin;
  particles_.clear();
  shape.find_near(reference_->x(), reach_.data(), all(), particles_);
  return true;
}

double NearParticles::bytes() const
{
  return static_cast<double>(particles_.capacity() * sizeof(int) + reach_.capacity() * sizeof(double));
}

}    // namespace granular_srt
