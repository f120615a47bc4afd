#include "reference_positions.h"

#include "engine/evaluate/gather.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace granular_srt {

void ReferencePositions::take(const OwnedParticles &particles, const Allowance &allowance)
{
  const auto n = static_cast<std::ptrdiff_t>(particles.count);
  valid_ = true;
  x_.assign(particles.x, particles.x + 3 * n);
  radius_.assign(particles.radius, particles.radius + n);
  tag_.assign(particles.tag, particles.tag + n);
  type_.assign(particles.type, particles.type + n);
  allowed_.resize(n);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const double path = allowance.time * length(row(particles.v, static_cast<int>(i)));
    // `least` if the velocity is not a number
    allowed_[i] = path > allowance.least ? std::min(path, allowance.most) : allowance.least;
  }
}

bool ReferencePositions::has_same(const OwnedParticles &particles) const
{
  return valid_ && particles.count == count() && std::equal(tag_.begin(), tag_.end(), particles.tag) &&
      std::equal(type_.begin(), type_.end(), particles.type);
}

bool ReferencePositions::has_within_margins(const OwnedParticles &particles,
                                            AnyPointMoved any_point_moved) const
{
  return valid_ && particles.count == count() &&
      (radius_.empty() ||
       std::memcmp(radius_.data(), particles.radius, radius_.size() * sizeof(double)) == 0) &&
      !any_point_moved(particles.x, x_.data(), allowed_.data(), particles.count);
}

}    // namespace granular_srt
