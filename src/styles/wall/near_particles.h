#pragma once

#include "particle_reference.h"

#include <functional>

namespace granular_srt {

class WallShape;

/// The particles of this rank that are so near a wall that they may touch it soon. The list is made again when
/// particles or the wall have moved so far that another particle could touch it.
class NearParticles {
 public:
  explicit NearParticles(LAMMPS_NS::LAMMPS *lmp) : reference_{ParticleReference::of(lmp)} {}

  /// Particles may have another order than before.
  void invalidate();
  /// Brings the list up to date, after the wall has moved to its present position.
  /// \param reach  largest distance of a contact from the center of a particle of this radius [length]
  /// \param skin   distance of LAMMPS' neighbor lists, from which margins are taken [length]
  /// \return whether the list was made again
  bool update(WallShape &shape, const std::function<double(double radius)> &reach, double skin);

  /// In ascending order.
  [[nodiscard]] const std::vector<int> &particles() const { return particles_; }
  /// Particles of this rank.
  [[nodiscard]] int all() const { return reference_->count(); }
  /// Memory in use [bytes].
  [[nodiscard]] double bytes() const;

 private:
  std::shared_ptr<ParticleReference> reference_;
  std::vector<int> particles_;
  std::vector<double> reach_;           // [particle], while the list is made
  LAMMPS_NS::bigint number_ = -1;       // of the reference of the list
  double allowed_wall_travel_ = 0.0;    // [length]
};

}    // namespace granular_srt
