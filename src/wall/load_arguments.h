#pragma once

#include "wall_load.h"
#include "wall_place.h"

namespace granular_srt {

/// Keywords load, inertia, speed and travel of a wall command.
class LoadArguments {
 public:
  explicit LoadArguments(const WallPlace &place) : place_{place} {}

  /// Reads the values of a keyword. \return false if the keyword does not concern a load
  /// \throws LAMMPS error for a wall that cannot move under a load
  bool read_keyword(const std::string &word, WallWords &words);
  /// The rule of motion; none without a load.
  /// \throws LAMMPS error for keywords that need a load, or a load without resistance
  [[nodiscard]] std::optional<WallLoadRule> checked(const WallWords &words) const;

  int axis = 0;            ///< direction on planes and meshes: 0 x, 1 y, 2 z
  double force = 0.0;      ///< [force]
  std::string variable;    ///< name of a variable that replaces `force`; else empty

 private:
  const WallPlace &place_;
  WallLoadRule rule_;
  bool loaded_ = false;
  std::string needs_load_;    // the first of the keywords inertia, speed, travel

  void read_load(const std::string &word, WallWords &words);
};

}    // namespace granular_srt
