#pragma once

#include <string>
#include <vector>

namespace granular_srt {

/// Numbers that a style keeps from its last step for a continued run.
struct CarriedState {
  std::vector<double> common;     ///< the same on all ranks
  std::vector<double> of_rank;    ///< terms of sums over all ranks, the same number on each
};

/// Interface of fixes and pair styles with a state that a setup would recompute: data that a continued run needs beside
/// positions, velocities, forces, and the restart data that the style writes itself. FixLastStep finds these styles and
/// writes their numbers into restart files. It returns them in the first setup after read_restart if forces have not
/// changed. A style is not called if the file has no numbers for it, or if its name has changed.
class CarriesState {
 public:
  /// State after the last step. Called on all ranks.
  [[nodiscard]] virtual CarriedState carried_state() const = 0;
  /// After init(), before the lists of the first setup are built.
  virtual void go_on_before_lists(const CarriedState & /*state*/) {}
  /// After the setup of all fixes, when forces and virials are those of the last step. If the number of ranks has
  /// changed, rank 0 has the sums of all ranks and the others have zeros.
  virtual void go_on_after_forces(const CarriedState & /*state*/) {}
  /// All settings on which forces depend, as text. A run with other settings does not continue exactly.
  [[nodiscard]] virtual std::string settings_of_forces() const { return {}; }
  /// What decides the order in which the style adds forces, beside settings of LAMMPS: text without line breaks.
  [[nodiscard]] virtual std::string settings_of_order() const { return {}; }

 protected:
  ~CarriesState() = default;    // protected: nobody deletes a style through this interface
};

}    // namespace granular_srt
