#pragma once

#include "lmptype.h"

#include <array>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Data of the particles after the last step: loads, exact positions, the index of each particle in its rank, and a
/// checksum of all its data. Reads and writes the arrays of the host.
class LastParticles {
 public:
  explicit LastParticles(LAMMPS_NS::LAMMPS *lmp) : lmp_{lmp} {}

  /// Stores the data of the owned particles.
  void take();
  void forget() { rows_ = {}; }

  /// Orders the rows as the owned particles. Rows of particles that have migrated follow them to the other rank. Called
  /// on all ranks.
  void match_atoms();

  /// \name After match_atoms()
  /// @{

  /// Number of particles of all ranks whose data differ from the last step. LAMMPS' conversions of coordinates and the
  /// wrapping into the periodic box are allowed for. Called on all ranks.
  [[nodiscard]] LAMMPS_NS::bigint changed() const;
  /// Whether all particles have their former index in their ranks: sums are then taken in the same order. Called on all
  /// ranks.
  [[nodiscard]] bool in_same_order() const;
  /// Sets exact positions. A particle that the conversions have moved to the other side of the box remains there.
  void restore_positions() const;
  /// Forces, torques and heat flows.
  void restore_loads() const;
  /// Deletes the data of particles that have changed, and stores index and position of the others.
  void keep_unchanged();
  /// @}

  /// \name In restart files
  /// @{
  /// Number of doubles that pack() writes.
  [[nodiscard]] static constexpr int packed_size() { return 1 + columns; }
  void pack(int i, double *buffer) const;
  void unpack(int i, const double *buffer);
  /// @}

  [[nodiscard]] double memory_usage() const { return static_cast<double>(rows_.capacity() * sizeof(Row)); }

 private:
  enum Column { FORCE, TORQUE = FORCE + 3, HEAT_FLOW = TORQUE + 3, X, INDEX = X + 3, CHECKSUM, columns };
  using Numbers = std::array<double, columns>;
  struct Row {
    LAMMPS_NS::tagint tag = 0;    // 0 if no data of the particle are known
    Numbers numbers{};
  };
  /// A row on its way to another rank, or the question for the row with this tag.
  struct Message {
    static constexpr int brings = -1;
    Row row;
    int asked_by;    // rank, or `brings`
  };

  LAMMPS_NS::LAMMPS *lmp_;
  std::vector<Row> rows_;
  std::vector<int> groups_;    // bits of groups that forces depend on

  [[nodiscard]] double checksum_of_atom(int i, const Numbers &numbers) const;
  [[nodiscard]] double index_of(int i) const;
  [[nodiscard]] bool is_same(int i, const Row &row) const;
  [[nodiscard]] std::vector<Row> rows_of_others(const std::vector<char> &used,
                                                const std::vector<Row> &found) const;
  static int match(int count, char *in, int &flag, int *&ranks, char *&out, void *lammps);
};

/// LAMMPS converts the coordinates of a triclinic box and converts them back, in steps with new neighbor lists and when
/// it reads a file. This changes their last digit. Sets positions of the host to values that these conversions do not
/// change.
void settle_positions(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
