#pragma once

#include <string>
#include <vector>

namespace granular_srt {

/// Numbers that a style carries from its last step into a run that goes on.
struct CarriedState {
  std::vector<double> common;     ///< the same on all ranks
  std::vector<double> of_rank;    ///< terms of sums over all ranks, the same number on each
};

/// Interface of fixes and pair styles with a state that a set-up would make anew: what a run that goes on needs beside positions,
/// velocities, forces, and the restart data that the style writes itself. FixLastStep finds these styles, writes
/// their numbers into restart files, and gives them back in the first set-up after read_restart if nothing that
/// matters has changed. A style whose numbers are not in the file, or whose name is another, is not called.
class CarriesState {
 public:
  /// State after the last step. Called on all ranks.
  [[nodiscard]] virtual CarriedState carried_state() const = 0;
  /// Before the lists of the first set-up are made, after init().
  virtual void go_on_before_lists(const CarriedState & /*state*/) {}
  /// After the set-up of all fixes, when forces and virials are those of the last step. With another number of ranks than
  /// before, rank 0 has the sums of all ranks and the others have zeros.
  virtual void go_on_after_forces(const CarriedState & /*state*/) {}
  /// All settings on which forces depend, as text: a run with others does not go on.
  [[nodiscard]] virtual std::string settings_of_forces() const { return {}; }

 protected:
  ~CarriesState() = default;    // protected: nobody deletes a style through this interface
};

}    // namespace granular_srt
