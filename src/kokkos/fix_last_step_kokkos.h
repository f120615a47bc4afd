#pragma once

#include "restart/fix_last_step.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

namespace granular_srt {

/// FixLastStep where arrays of particles may be newer on a device.
class FixLastStepKokkos : public FixLastStep {
 public:
  FixLastStepKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg) : FixLastStep(lammps, narg, arg)
  {
    // the name in restart files: data of the host style and of this one are the same
    delete[] style;
    style = LAMMPS_NS::utils::strdup("GRANULAR_SRT_LAST_STEP");
    kokkosable = 1;
  }

 protected:
  void read_particles() override { atomKK->sync(LAMMPS_NS::Host, changes | TAG_MASK); }
  void particles_changed() override { atomKK->modified(LAMMPS_NS::Host, changes); }
  void set_up(LAMMPS_NS::Fix &fix, int vflag) override
  {
    atomKK->sync(fix.execution_space, fix.datamask_read);
    fix.setup(vflag);
    atomKK->modified(fix.execution_space, fix.datamask_modify);
  }

 private:
  static constexpr unsigned long changes = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | IMAGE_MASK;
};

}    // namespace granular_srt
