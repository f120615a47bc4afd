#pragma once

#include "engine/search/reference_positions.h"
#include "engine/evaluate/bounds.h"

#include "pointers.h"

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
  explicit ParticleReference(LAMMPS_NS::LAMMPS *lmp);

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

}    // namespace granular_srt
