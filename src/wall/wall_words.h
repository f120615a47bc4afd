#pragma once

#include "contact/vec3.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"

#include <optional>
#include <string>

namespace granular_srt {

/// The words of a wall command from left to right, and messages that name the command. All reading functions stop with
/// a LAMMPS error if a word is missing or has a value that is not allowed.
class WallWords {
 public:
  /// \param command  its name in messages
  WallWords(LAMMPS_NS::LAMMPS *lmp, std::string command, int narg, char **arg);

  [[nodiscard]] LAMMPS_NS::LAMMPS *lmp() const { return lmp_; }
  [[nodiscard]] const std::string &command() const { return command_; }
  [[nodiscard]] bool at_end() const { return next_ == narg_; }
  /// The words that have not been read, for another reader.
  [[nodiscard]] int left() const { return narg_ - next_; }
  [[nodiscard]] char **rest() const { return arg_ + next_; }
  void skip(int words) { next_ += words; }

  /// \param of  keyword that the word belongs to
  std::string next(const std::string &of);
  /// The word that was read last.
  [[nodiscard]] std::string last() const { return arg_[next_ - 1]; }
  [[nodiscard]] bool next_is(const std::string &word) const { return !at_end() && arg_[next_] == word; }

  double number(const std::string &of, const std::string &what, const std::string &allowed = "a number");
  double positive(const std::string &of, const std::string &what);
  double not_negative(const std::string &of, const std::string &what);
  contact::Vec3<double> vector(const std::string &of, const std::string &what);
  /// 0 x, 1 y, 2 z.
  int axis(const std::string &of);
  /// v_name. \return the name; empty for NULL, which `may_be_null` allows
  std::string variable(const std::string &of, const std::string &what, bool may_be_null);
  /// A number, or v_name. \param name  set to the name of the variable
  std::optional<double> number_or_variable(const std::string &of, const std::string &what, std::string &name);

  [[noreturn]] void illegal(const std::string &what, const std::string &value,
                            const std::string &allowed) const;
  /// \param text  a format of fmt
  template <class... Values> [[noreturn]] void stop(const std::string &text, const Values &...values) const
  {
    lmp_->error->all(FLERR, text, values...);
  }
  /// A warning on the first rank. \param text  a format of fmt
  template <class... Values> void warn(const std::string &text, const Values &...values) const
  {
    if (lmp_->comm->me == 0) lmp_->error->warning(FLERR, text, values...);
  }

 private:
  LAMMPS_NS::LAMMPS *lmp_;
  std::string command_;
  int narg_;
  char **arg_;
  int next_ = 0;
};

}    // namespace granular_srt
