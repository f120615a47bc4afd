#pragma once

#include "engine/evaluate/moved.h"
#include "engine/history/growing_doubles.h"

#include "lmptype.h"

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
  void take(const OwnedParticles &particles, const Allowance &allowance);
  void invalidate() { valid_ = false; }
  [[nodiscard]] bool valid() const { return valid_; }

  /// Whether these are the particles of the reference, in the same order.
  [[nodiscard]] bool has_same(const OwnedParticles &particles) const;
  /// Whether each particle has its former radius and has moved less than its allowed distance.
  [[nodiscard]] bool has_within_margins(const OwnedParticles &particles, AnyPointMoved any_point_moved) const;

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
