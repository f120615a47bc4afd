#pragma once

#include "restart/exact_restart.h"

#include "fix_gravity.h"

#include <string>

namespace granular_srt {

struct InstructionSet;

/// fix gravity: LAMMPS' fix with a loop over several atoms at a time. Arguments, variables, respa and output are those
/// of the base class. Forces and energy are those of the base class to the last bit.
class FixGravitySrt : public LAMMPS_NS::FixGravity, public ExactRestart {
 public:
  /// \throws LAMMPS error of the base class
  FixGravitySrt(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);

  /// \throws LAMMPS error of the base class, and for a wrong GRANULAR_SRT_SIMD
  void init() override;
  void post_force(int vflag) override;

  /// The acceleration; the words of the command where variables change it during a run, and with keyword disable.
  [[nodiscard]] RestartSettings restart_settings() const override;

 private:
  void update_acceleration(int vflag);

  std::string words_;    ///< of the command
  const InstructionSet *instruction_set_ = nullptr;
};

}    // namespace granular_srt
