#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

class CommandWords;

/// Keywords of pair_style granular and gran/* that decide how a run is computed, and not its physics. Restart files keep
/// them. The environment variable of a keyword replaces its value in a run, to try another one without changing the deck.
class RunOptions {
 public:
  enum Keyword { LISTS, GHOSTS, SORT, RESTART, n_keywords };

  /// Whether a word of the deck is one of the keywords.
  static bool has(std::string_view word);
  /// "lists, ghosts, sort, restart"
  static std::string names();

  void set_defaults() { deck_ = {}; }
  /// Reads the value of a keyword. \return false for a keyword of another meaning
  /// \throws LAMMPS error for a missing value, and for one that is not allowed
  bool read(const std::string &keyword, CommandWords &words);

  /// Takes the values of the environment variables that are set on the first rank. Call before each run. Collective.
  /// \throws LAMMPS error for a value that is not allowed
  void read_environment(LAMMPS_NS::LAMMPS *lmp);

  /// Value for the present run.
  [[nodiscard]] std::string_view value(Keyword keyword) const;
  /// Empty if this is the default; else what has set another value: "keyword lists is lammps", or
  /// "GRANULAR_SRT_LISTS is off".
  [[nodiscard]] std::string reason_against_default(Keyword keyword) const;
  /// Writes all values, and the environment variables that have set them, into the log if the last line was another one.
  void report(LAMMPS_NS::LAMMPS *lmp, const std::string &style);

  /// \name Restart files have the values of the deck
  /// @{
  void write(FILE *fp) const;
  /// \throws LAMMPS error for a value that this version does not know
  void read(LAMMPS_NS::LAMMPS *lmp, FILE *fp);
  /// @}

 private:
  static constexpr int not_set = -1;
  std::array<int, n_keywords> deck_{};    // index of the value, 0: the default
  std::array<int, n_keywords> environment_{not_set, not_set, not_set, not_set};
  std::string last_report_;
};

}    // namespace granular_srt
