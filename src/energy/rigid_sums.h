#pragma once

#include "body_sums.h"

#include "pointers.h"

#include <vector>

namespace granular_srt {

/// Power of loads that fix rigid adds to its bodies and not to their particles [energy/time].
struct RigidPower {
  double of_weight, of_thermostat;    ///< keywords gravity and langevin
};

/// Sums over the bodies of fix rigid and its variants, of this rank, for the ledger of energy; zeros without bodies.
class RigidSums : protected LAMMPS_NS::Pointers {
 public:
  explicit RigidSums(LAMMPS_NS::LAMMPS *lammps) : Pointers{lammps} {}

  /// Keeps the present velocities.
  void keep_velocities();
  /// \param kept  with the velocities that were kept, else with the present ones
  [[nodiscard]] RigidPower power(bool kept) const;

  /// Kinetic energy of the bodies less that of their particles: a file may prescribe masses and inertias.
  /// \param inertia  of a particle in units of m r^2
  [[nodiscard]] KineticEnergy kinetic_beyond_particles(double inertia) const;

 private:
  std::vector<double> kept_;    ///< [body * 6], velocity and angular velocity
};

}    // namespace granular_srt
