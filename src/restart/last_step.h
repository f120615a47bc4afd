#pragma once

#include "exact_restart.h"

#include "lmptype.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Domain;
}

namespace granular_srt {

/// Shape of the box, and the rates at which LAMMPS moves images of particles.
struct BoxState {
  std::array<double, 9> shape{};    ///< lower and upper bounds, tilts xy, xz, yz [length]
  std::array<double, 9> rates{};    ///< Domain::h_rate, Domain::h_ratelo [length/time]

  [[nodiscard]] static BoxState of(const LAMMPS_NS::Domain &domain);
  void put_into(LAMMPS_NS::Domain &domain) const;
  bool operator==(const BoxState &) const = default;
};

struct StyleState {
  std::string name;
  std::vector<double> common;
  std::vector<double> of_ranks;    ///< [rank * numbers of a rank + k]
};

/// Data of the last step for a continued run, beside those of particles.
struct LastStep {
  LAMMPS_NS::bigint step = -1;
  LAMMPS_NS::bigint next_sort = 0;    ///< from this step on the next neighbor list sorts the particles
  int ranks = 0;
  int replays = 0;       ///< whether the particles have what the forces of the step depended on
  int sorted = 0;        ///< whether LAMMPS sorted the particles in the step
  double dt = 0.0;       ///< time step [time]
  BoxState box;          ///< at the end of the step
  BoxState of_forces;    ///< when the forces were computed
  std::array<double, 9> rates_at_setup{};    ///< BoxState::rates in the setup of the run
  std::vector<StyleState> styles;

  /// The state with this name for this rank, also if the number of ranks has changed; empty if there is none.
  [[nodiscard]] std::optional<RestartState> state_of(const std::string &name, int rank, int ranks_now) const;
};

/// Binary form: a mark, the format, the length, a checksum, and the data.
std::vector<char> to_bytes(const LastStep &last);

enum class StoredStep { known, older_format, damaged };
/// Reads what to_bytes() wrote.
/// \param bytes  at least as many as the length in the data
StoredStep from_bytes(const char *bytes, LastStep &last);

}    // namespace granular_srt
