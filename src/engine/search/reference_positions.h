#pragma once

#include "engine/evaluate/lane_access.h"
#include "engine/evaluate/moved.h"
#include "engine/history/memory_usage.h"

#include "lmptype.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace granular_srt {

/// Present state of the owned particles.
struct OwnedParticles {
  int count;
  const double *x, *v;     ///< [atom * 3 + dimension] [length], [length/time]
  const double *radius;    ///< [length]
  const LAMMPS_NS::tagint *tag;
  const int *type;
};

/// Distance that a particle may move from the reference: speed times `time`, within two bounds.
struct Allowance {
  double time;           ///< [time]
  double least, most;    ///< [length]
};

/// Positions of the owned particles at an earlier time, at which lists were built with a margin for their motion.
class ReferencePositions {
 public:
  /// Stores the present state as the reference.
  void take(const OwnedParticles &particles, const Allowance &allowance)
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
  void invalidate() { valid_ = false; }
  [[nodiscard]] bool valid() const { return valid_; }

  /// Whether these are the particles of the reference, in the same order.
  [[nodiscard]] bool has_same(const OwnedParticles &particles) const
  {
    return valid_ && particles.count == count() && std::equal(tag_.begin(), tag_.end(), particles.tag) &&
        std::equal(type_.begin(), type_.end(), particles.type);
  }
  /// Whether each particle has its former radius and has moved less than its allowed distance.
  [[nodiscard]] bool has_within_margins(const OwnedParticles &particles, AnyPointMoved any_point_moved) const
  {
    return valid_ && particles.count == count() &&
        (radius_.empty() ||
         std::memcmp(radius_.data(), particles.radius, radius_.size() * sizeof(double)) == 0) &&
        !any_point_moved(particles.x, x_.data(), allowed_.data(), particles.count);
  }

  /// Distance that each particle may move [length].
  [[nodiscard]] const std::vector<double> &allowed() const { return allowed_; }
  [[nodiscard]] const double *x() const { return x_.data(); }    ///< [atom * 3 + dimension] [length]
  [[nodiscard]] const double *radius() const { return radius_.data(); }    ///< [length]
  [[nodiscard]] int count() const { return static_cast<int>(radius_.size()); }

  [[nodiscard]] double memory_usage() const { return bytes_of(x_, radius_, allowed_, tag_, type_); }

 private:
  bool valid_ = false;
  std::vector<double> x_, radius_, allowed_;
  std::vector<LAMMPS_NS::tagint> tag_;
  std::vector<int> type_;
};

}    // namespace granular_srt
