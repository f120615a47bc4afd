#pragma once

#include "particle_reference.h"

#include <cstddef>
#include <functional>

namespace granular_srt {

class WallShape;

/// The particles of this rank that are so near a wall that they may touch it soon. The list is made again when
/// particles or the wall have moved so far that another particle could touch it.
class NearParticles {
 public:
  explicit NearParticles(LAMMPS_NS::LAMMPS *lmp) : reference_{ParticleReference::of(lmp)} {}

  /// The list is made again at the next update().
  void invalidate();
  /// Particles may have another order than before.
  void order_may_differ() { reference_->order_may_differ(); }
  /// Brings the list up to date, after the wall has moved to its present position.
  /// \param reach  largest distance of a contact from the center of a particle of this radius [length]
  /// \param skin   distance of LAMMPS' neighbor lists, from which margins are taken [length]
  /// \return whether the list was made again
  bool update(WallShape &shape, const std::function<double(double radius)> &reach, double skin);

  /// In ascending order.
  [[nodiscard]] const std::vector<int> &particles() const { return particles_; }
  /// Whether a particle of the list may touch the wall now. It does not where particle and wall together have moved by less
  /// than the distance that there was between them.
  /// \param k  its index in the list
  /// \param x  its present position, [dimension] [length]
  [[nodiscard]] bool may_touch(std::size_t k, const double *x) const;
  /// Particles of this rank.
  [[nodiscard]] int all() const { return reference_->count(); }
  /// Memory in use [bytes].
  [[nodiscard]] double bytes() const;

 private:
  std::shared_ptr<ParticleReference> reference_;
  std::vector<int> particles_;
  std::vector<double>
      distance_,    // [index in the list] between wall and reach of a particle, or less [length]
      reach_;       // [particle], while the list is made
  LAMMPS_NS::bigint number_ = -1;       // of the reference of the list
  double allowed_wall_travel_ = 0.0;    // [length]
  double wall_travel_ = 0.0;            // since the list was made [length]
};

}    // namespace granular_srt
