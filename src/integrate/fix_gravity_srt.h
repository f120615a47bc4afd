#pragma once

#include "checks/time_step_check.h"

#include "fix_gravity.h"

namespace granular_srt {

struct InstructionSet;

/// fix gravity: LAMMPS' fix with a loop over several atoms at a time. Arguments, variables, respa and output are those
/// of the base class. Forces and energy are those of the base class to the last bit.
class FixGravitySrt : public LAMMPS_NS::FixGravity, public KnownGravity {
 public:
  using FixGravity::FixGravity;

  /// \throws LAMMPS error of the base class, and for a wrong GRANULAR_SRT_SIMD
  void init() override;
  void post_force(int vflag) override;
  [[nodiscard]] const double *acceleration() const override { return gvec; }

 private:
  void update_acceleration(int vflag);

  const InstructionSet *instruction_set_ = nullptr;
};

}    // namespace granular_srt
