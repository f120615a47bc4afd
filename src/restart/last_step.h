#pragma once

#include "exact_restart.h"

#include "lmptype.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// A setting in words.
struct Setting {
  std::string name, value;
};
using Settings = std::vector<Setting>;

/// Settings of all styles that exert forces: pair styles, then fixes in their order, then excluded pairs and bonds. Fixes of
/// LAMMPS have an empty value, because their settings are not known. Called on all ranks.
Settings force_settings(LAMMPS_NS::LAMMPS *lmp);
/// The first of these that differs, in words; empty if none does.
std::string change_of_forces(const Settings &before, const Settings &now);

/// Bits of the groups of these fixes and exclusions, except for the group `all`.
std::vector<int> groups_of_forces(const LAMMPS_NS::LAMMPS *lmp);

/// Settings that decide the order in which forces on a particle are added. LAMMPS does not take all of them from a
/// restart file.
Settings order_settings(LAMMPS_NS::LAMMPS *lmp);
/// The first of these that differs, with both values; empty if none does.
std::string change_of_order(const Settings &before, const Settings &now);

/// The state of one style, of all ranks.
struct StyleState {
  std::string name;
  std::vector<double> common;
  std::vector<double> of_ranks;    ///< [rank * numbers of a rank + k]
};

/// Data of the last step for a continued run, beside those of particles.
struct LastStep {
  LAMMPS_NS::bigint step = -1;
  LAMMPS_NS::bigint atoms = 0;
  LAMMPS_NS::bigint next_sort = 0;    ///< from this step on the next neighbor list sorts the particles
  int ranks = 0;
  std::array<double, 9> box{};    ///< lower and upper bounds, tilts xy, xz, yz [length]
  Settings of_forces, of_order;
  std::vector<StyleState> styles;

  /// The state with this name for this rank, also if the number of ranks has changed; empty if there is none.
  [[nodiscard]] std::optional<RestartState> state_of(const std::string &name, int rank, int ranks_now) const;
};

/// Binary form: a mark, the format, the length, a checksum, and the data.
std::vector<char> to_bytes(const LastStep &last);
/// Reads what to_bytes() wrote; empty for other formats and damaged data.
/// \param bytes  at least as many as the length in the data
std::optional<LastStep> from_bytes(const char *bytes);

/// Whether LAMMPS writes a restart file after the forces of the present step of a run.
bool writes_restart_file(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
