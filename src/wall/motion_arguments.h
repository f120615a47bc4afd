#pragma once

#include "wall_place.h"

namespace granular_srt {

/// Keywords wiggle, shear, translate, rotate, move and turn of a wall command.
class MotionArguments {
 public:
  explicit MotionArguments(const WallPlace &place) : place_{place} {}

  /// Reads the values of a keyword. \return false if the keyword is no motion
  /// \throws LAMMPS error for a motion that excludes an earlier one, or that the wall cannot have
  bool read_keyword(const std::string &word, WallWords &words);
  /// \throws LAMMPS error for a motion that does not fit the wall
  void check(const WallWords &words) const;

  [[nodiscard]] const MeshMotionRule &rule() const { return rule_; }
  /// Whether the position of the wall depends on the time.
  [[nodiscard]] bool depends_on_time() const;

 private:
  const WallPlace &place_;
  MeshMotionRule rule_;
  std::string word_;    // that set the motion

  void begin(const std::string &word, WallMotion::Kind kind, const WallWords &words);
  void read_axis(const std::string &word, WallWords &words);
};

}    // namespace granular_srt
