#pragma once

#include "lmptype.h"

#include <array>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// What the forces of the last step depended on, and the exact position after the step. One for each particle.
class ParticleStates {
 public:
  /// BEFORE: position before LAMMPS converted it in the step of the forces. V, OMEGA, TEMPERATURE: during the forces. X,
  /// HEAT_FLOW: after the step. CHECKSUM: of velocity, spin and temperature after the step.
  enum Column {
    BEFORE,
    V = BEFORE + 3,
    OMEGA = V + 3,
    TEMPERATURE = OMEGA + 3,
    X,
    HEAT_FLOW = X + 3,
    CHECKSUM,
    columns
  };
  struct State {
    LAMMPS_NS::tagint tag = 0;
    double known = 0.0;
    std::array<double, columns> numbers{};
    LAMMPS_NS::imageint image = 0;    // of X, and velocity after the step, as the new input has set them
    std::array<double, 3> v{};
  };

  explicit ParticleStates(LAMMPS_NS::LAMMPS *lmp) : lmp_{lmp} {}

  void forget() { states_ = {}; }
  [[nodiscard]] State &operator[](int i) { return states_[i]; }
  /// For each owned particle a state of its position.
  void take_positions();
  /// Adds velocities, after follow(). Positions of states that are not known are those of now.
  void take_motion(bool positions_of_now);
  /// Adds the state after the step to the states of owned particles; makes states if there are none.
  void take_end();

  /// Orders the states as the particles of this rank, wherever these have migrated. Called on all ranks.
  void follow();

  /// Whether a particle has the position, and the velocity, spin and temperature after the step. LAMMPS' conversions of
  /// coordinates and the wrapping into the periodic box are allowed for.
  [[nodiscard]] bool has_position(int i) const;
  [[nodiscard]] bool has_motion(int i) const;
  /// Adds velocity and image flags of now: LAMMPS changes them at periodic faces while it makes lists.
  void take_new_input(int i);

  /// \name Of particles whose state is known
  /// @{
  void put_positions_before() const;
  /// Velocity and image flags that were taken.
  void put_new_input() const;
  /// Position after the step, in the periodic image that the new input has given to the particle.
  void put_positions() const;
  /// Heat flows, to which LAMMPS' fix heat/flow adds those of ghosts at the end of a step.
  void put_heat_flows() const;
  /// @}

  /// \name In restart files
  /// @{
  [[nodiscard]] const std::array<double, columns> &numbers(int i) const { return states_[i].numbers; }
  void add(LAMMPS_NS::tagint tag, const double *numbers);
  /// @}

  [[nodiscard]] double memory_usage() const
  {
    return static_cast<double>(states_.capacity() * sizeof(State));
  }

 private:
  LAMMPS_NS::LAMMPS *lmp_;
  std::vector<State> states_;

  /// A state on its way to another rank, or the question for the state with this tag.
  struct Message {
    static constexpr int brings = -1;
    State state;
    int asked_by;    // rank, or `brings`
  };

  [[nodiscard]] double checksum_of_motion(int i) const;
  [[nodiscard]] std::vector<State> exchange(const std::vector<State> &others,
                                            const std::vector<State> &found) const;
  static int match(int count, char *in, int &flag, int *&ranks, char *&out, void *lammps);
};

}    // namespace granular_srt
