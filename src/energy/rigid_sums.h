#pragma once

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

 private:
  std::vector<double> kept_;    ///< [body * 6], velocity and angular velocity
};

}    // namespace granular_srt
