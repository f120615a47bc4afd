#pragma once

#include "particle_reference.h"

#include <cstddef>
#include <functional>

namespace granular_srt {

class WallShape;

/// List of the particles of this rank near a wall. It is rebuilt when particles or the wall have moved so far that
/// another particle could touch the wall.
class NearParticles {
 public:
  explicit NearParticles(LAMMPS_NS::LAMMPS *lmp) : reference_{ParticleReference::of(lmp)} {}

  /// Requests a rebuild of the list at the next update().
  void invalidate();
  /// Particles may have another order than before.
  void order_may_differ() { reference_->order_may_differ(); }
  /// Brings the list up to date, after the wall has moved to its present position.
  /// \param reach  largest distance of a contact from the center of a particle of this radius [length]
  /// \param skin   distance of LAMMPS' neighbor lists, from which margins are taken [length]
  /// \return whether the list was rebuilt
  bool update(WallShape &shape, const std::function<double(double radius)> &reach, double skin);

  /// In ascending order.
  [[nodiscard]] const std::vector<int> &particles() const { return particles_; }
  /// Whether a particle of the list may touch the wall now. It cannot if particle and wall together have moved by less
  /// than their former distance.
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
      reach_;       // [particle], while the list is built
  LAMMPS_NS::bigint number_ = -1;       // of the reference of the list
  double allowed_wall_travel_ = 0.0;    // [length]
  double wall_travel_ = 0.0;            // since the list was built [length]
};

}    // namespace granular_srt
