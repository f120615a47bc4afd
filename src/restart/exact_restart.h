#pragma once

#include <vector>

namespace granular_srt {

/// Numbers that a style keeps from its last step for a continued run.
struct RestartState {
  std::vector<double> common;     ///< the same on all ranks
  std::vector<double> of_rank;    ///< terms of sums over all ranks, equally many on each rank
};

/// Interface of fixes and pair styles with a state that a continued run needs beside the restart data that the style
/// writes itself. FixLastStep writes these numbers into restart files under the ID of a fix or the number of a pair
/// style. It returns them in the first setup after read_restart, and calls no function if the file has none for the
/// style. If the number of ranks has changed, rank 0 has the sums of all ranks and the others have zeros.
class ExactRestart {
 public:
  /// State after the last step. Called on all ranks.
  [[nodiscard]] virtual RestartState restart_state() const { return {}; }
  /// After init(): what a second run of the same input would know.
  virtual void restore(const RestartState & /*state*/) {}
  /// After restore(), before lists and forces, if the forces of the last step are computed again: what they depended on.
  virtual void restore_for_replay(const RestartState & /*state*/) {}
  /// After the setup of all fixes, when forces and virials are those of the last step.
  virtual void restore_after_replay(const RestartState & /*state*/) {}

 protected:
  ~ExactRestart() = default;    // protected: nobody deletes a style through this interface
};

}    // namespace granular_srt
