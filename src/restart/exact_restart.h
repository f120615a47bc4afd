#pragma once

#include <string>
#include <vector>

namespace granular_srt {

/// Numbers that a style keeps from its last step for a continued run.
struct RestartState {
  std::vector<double> common;     ///< the same on all ranks
  std::vector<double> of_rank;    ///< terms of sums over all ranks, equally many on each rank
};

/// Settings of a style in words, one line each.
struct RestartSettings {
  std::string forces;    ///< all on which forces depend. A run with other settings does not continue exactly
  std::string order;     ///< what decides the order in which the style adds forces, beside settings of LAMMPS
};

/// Interface of fixes and pair styles with a state that a setup would recompute: data that a continued run needs beside
/// positions, velocities, forces, and the restart data that the style writes itself. FixLastStep writes these numbers
/// into restart files under the ID of a fix or the number of a pair style. It returns them in the first setup after
/// read_restart if forces have not changed, and calls no function if the file has none for the style.
class ExactRestart {
 public:
  bool has_run =
      false;    ///< whether FixLastStep has seen a run with this style: it may have replaced one of its name

  /// State after the last step. Called on all ranks.
  [[nodiscard]] virtual RestartState restart_state() const { return {}; }
  /// After init(), before the lists of the first setup are built.
  virtual void restore_before_lists(const RestartState & /*state*/) {}
  /// After the setup of all fixes, when forces and virials are those of the last step. If the number of ranks has
  /// changed, rank 0 has the sums of all ranks and the others have zeros.
  virtual void restore_after_forces(const RestartState & /*state*/) {}
  /// Called after init(), and for fixes only if they act on forces.
  [[nodiscard]] virtual RestartSettings restart_settings() const { return {}; }

 protected:
  ~ExactRestart() = default;    // protected: nobody deletes a style through this interface
};

}    // namespace granular_srt
