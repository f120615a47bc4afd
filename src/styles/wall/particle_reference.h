#pragma once

#include "simd/bounds.h"
#include "simd/moved.h"
#include "pointers.h"

#include <memory>
#include <vector>

namespace granular_srt {

/// Positions of the particles of this rank at an earlier step, from which walls list the particles that are near them.
/// The walls of a LAMMPS instance share one reference. It is valid while no particle has moved by more than allowed().
class ParticleReference : protected LAMMPS_NS::Pointers {
 public:
  /// The reference of a LAMMPS instance. It exists while somebody holds it.
  static std::shared_ptr<ParticleReference> of(LAMMPS_NS::LAMMPS *lmp);
  explicit ParticleReference(LAMMPS_NS::LAMMPS *lmp);

  /// Particles may have another order than before: the next refresh() takes a new reference.
  void invalidate() { valid_ = false; }
  /// Takes a new reference where the last one is not valid any more. Checks once in a time step.
  void refresh();

  /// Grows with each new reference.
  [[nodiscard]] LAMMPS_NS::bigint number() const { return number_; }
  [[nodiscard]] int count() const { return static_cast<int>(radius_.size()); }
  /// Positions, [particle * 3 + dimension] [length].
  [[nodiscard]] const double *x() const { return x_.data(); }
  [[nodiscard]] const double *radius() const { return radius_.data(); }
  /// A box that contains these positions.
  [[nodiscard]] const Bounds &box() const { return box_; }
  /// Distance that a particle may move [length].
  [[nodiscard]] double allowed() const { return allowed_; }

 private:
  AnyMoved any_moved_;
  bool valid_ = false;
  LAMMPS_NS::bigint checked_ = -1;    // time step of the last check
  LAMMPS_NS::bigint number_ = 0;
  std::vector<double> x_, radius_;
  Bounds box_;
  double allowed_ = 0.0;

  [[nodiscard]] bool any_moved() const;
  void take();
};

}    // namespace granular_srt
