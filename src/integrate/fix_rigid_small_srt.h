#pragma once

#include "engine/evaluate/rigid_pass.h"

#include "fix_rigid_small.h"

namespace granular_srt {

struct InstructionSet;

/// fix rigid/small: LAMMPS' fix with loops over several bodies or atoms at a time. Arguments, bodies, communication,
/// files, respa, output and messages are those of the base class. Bodies of spheres have the results of the base class to
/// the last bit.
class FixRigidSmallSrt : public LAMMPS_NS::FixRigidSmall {
 public:
  using FixRigidSmall::FixRigidSmall;

  /// \throws LAMMPS error of the base class, and for a wrong GRANULAR_SRT_SIMD
  void init() override;
  void initial_integrate(int vflag) override;
  void final_integrate() override;

 private:
  [[nodiscard]] bool left_to_lammps() const;
  [[nodiscard]] RigidBodies bodies() const;
  [[nodiscard]] BodyAtoms atoms_of_bodies() const;
  [[nodiscard]] RigidPass rigid_pass() const;
  void compute_forces_and_torques() override;

  const InstructionSet *instruction_set_ = nullptr;
};

}    // namespace granular_srt
