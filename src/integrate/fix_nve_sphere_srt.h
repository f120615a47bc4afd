#pragma once

#include "engine/evaluate/passes.h"

#include "fix_nve_sphere.h"

namespace granular_srt {

struct InstructionSet;

/// fix nve/sphere: LAMMPS' fix with loops over several spheres at a time. Arguments, checks of atoms, respa, changes of
/// the time step and messages are those of the base class. The results are those of the base class to the last bit.
class FixNveSphereSrt : public LAMMPS_NS::FixNVESphere {
 public:
  using FixNVESphere::FixNVESphere;

  /// \throws LAMMPS error of the base class, and for a wrong GRANULAR_SRT_SIMD
  void init() override;
  void initial_integrate(int vflag) override;
  void final_integrate() override;
  /// Whether run_style verlet/granular may join two halves of a step.
  [[nodiscard]] bool can_be_joined() const;

 private:
  [[nodiscard]] int integrated_count() const;
  [[nodiscard]] bool left_to_lammps() const;
  [[nodiscard]] SpherePass sphere_pass() const;

  const InstructionSet *instruction_set_ = nullptr;
};

}    // namespace granular_srt
