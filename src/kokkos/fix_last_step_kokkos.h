#pragma once

#include "restart/fix_last_step.h"

namespace granular_srt {

/// FixLastStep where arrays of particles may be newer on a device.
class FixLastStepKokkos : public FixLastStep {
 public:
  FixLastStepKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

 protected:
  void read_particles() override;
  void particles_changed() override;
  void set_up(LAMMPS_NS::Fix &fix, int vflag) override;
};

}    // namespace granular_srt
