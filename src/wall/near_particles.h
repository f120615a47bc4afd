#pragma once

#include "periodic_images.h"
#include "shapes/wall_shape.h"

#include "engine/search/reference_positions.h"

#include "pointers.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace granular_srt {

/// Positions of the particles of this rank at an earlier step, from which walls list their near particles.
/// The walls of a LAMMPS instance share one reference. It is valid while each particle is within allowed() of its
/// position.
class ParticleReference : protected LAMMPS_NS::Pointers {
 public:
  /// The reference of a LAMMPS instance. It exists as long as a wall uses it.
  static std::shared_ptr<ParticleReference> of(LAMMPS_NS::LAMMPS *lmp);
  explicit ParticleReference(LAMMPS_NS::LAMMPS *lammps);

  /// The next refresh() takes a new reference.
  void invalidate() { reference_.invalidate(); }
  /// Particles may have another order than before: the next refresh() checks it.
  void order_may_differ() { order_may_differ_ = true; }
  /// Takes a new reference if the last one is no longer valid. Checks once in a time step.
  void refresh();

  /// Grows with each new reference.
  [[nodiscard]] LAMMPS_NS::bigint number() const { return number_; }
  [[nodiscard]] int count() const { return reference_.count(); }
  /// Positions, [particle * 3 + dimension] [length].
  [[nodiscard]] const double *x() const { return reference_.x(); }
  [[nodiscard]] const double *radius() const { return reference_.radius(); }
  /// A box that contains the particles while the reference is valid.
  [[nodiscard]] const Bounds &box() const { return box_; }
  /// Distance that each particle may move [length].
  [[nodiscard]] const std::vector<double> &allowed() const { return reference_.allowed(); }

 private:
  AnyPointMoved any_strayed_;
  ReferencePositions reference_;
  bool order_may_differ_ = false;
  LAMMPS_NS::bigint checked_ = -1;    // time step of the last check
  LAMMPS_NS::bigint number_ = 0;
  Bounds box_;

  [[nodiscard]] OwnedParticles present() const;
  void take();
};

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
  /// \param at     placement of the wall
  /// \param moves  whether the wall changes its position
  /// \param reach  largest distance of a contact from the center of a particle of this radius [length]
  /// \param skin   distance of LAMMPS' neighbor lists, from which margins are taken [length]
  /// \param images where particles that leave the box enter it again; null if the wall does not ask
  /// \return whether the list was rebuilt
  bool update(WallShape &shape, const WallPlacement &at, bool moves,
              const std::function<double(double radius)> &reach, double skin, const PeriodicImages *images);

  /// In ascending order.
  [[nodiscard]] const std::vector<int> &particles() const { return particles_; }
  /// Whether a particle of the list may touch the wall now. It cannot if particle and wall together have moved by less
  /// than their former distance.
  /// \param k   its index in the list
  /// \param at  where the wall sees it
  [[nodiscard]] bool may_touch(std::size_t k, const PeriodicImage &at) const
  {
    if (at.moved) return true;
    if (listed(k) == not_listed) return false;
    const double apart = distance_[listed(k)] - wall_travel_;
    if (!(apart > 0.0)) return true;
    const contact::Vec3<double> way = at.x - row(reference_->x(), particles_[k]);
    return !(dot(way, way) < apart * apart);
  }
  /// Appends the contacts of the wall with a particle of the list that may touch it.
  /// \param reach  largest distance of a contact [length]
  void find(WallShape &shape, std::size_t k, const PeriodicImage &at, double reach,
            std::vector<WallContact> &found) const;
  /// Particles of this rank.
  [[nodiscard]] int all() const { return reference_->count(); }
  /// Memory in use [bytes].
  [[nodiscard]] double bytes() const { return bytes_of(particles_, listed_, reach_, distance_); }

 private:
  std::shared_ptr<ParticleReference> reference_;
  std::vector<int> particles_;
  std::vector<int>
      listed_;    // [index in the list] index in the list of the shape, or not_listed; empty if equal
  std::vector<double>
      distance_,    // [index in the list of the shape] between wall and reach of a particle, or less [length]
      reach_;       // [particle], while the list is built
  LAMMPS_NS::bigint number_ = -1;       // of the reference of the list
  WallPlacement listed_at_;             // placement of the wall when the list was built
  double allowed_wall_travel_ = 0.0;    // [length]
  double wall_travel_ = 0.0;            // since the list was built [length]
  BoxNumbers box_{};                    // of the simulation when the list was built
  Bounds places_;                       // of particles and images while the list is valid

  static constexpr int not_listed = -1;    // only an image is near
  [[nodiscard]] std::vector<int> find_images(WallShape &shape, const PeriodicImages &images);
  void add(const std::vector<int> &particles);
  [[nodiscard]] int listed(std::size_t k) const { return listed_.empty() ? static_cast<int>(k) : listed_[k]; }
};

}    // namespace granular_srt
