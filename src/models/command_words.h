#pragma once

#include "contact/vec3.h"

#include <cstdlib>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

struct CommandError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The words of a command, read from left to right. All reading functions stop() with a text that names the command, the
/// keyword, the value and what is allowed, if a word is missing or has another value.
class CommandWords {
 public:
  /// \param command  its name in messages, for example "fix wall/granular"
  CommandWords(std::string command, std::vector<std::string> words) :
      command_{std::move(command)}, words_{std::move(words)}
  {
  }
  virtual ~CommandWords() = default;

  [[noreturn]] void stop(const std::string &text) const
  {
    fail(text);
    std::abort();    // not reached: a virtual function cannot be [[noreturn]]
  }
  /// \param text  with {} for each of the numbers
  virtual void warn(const std::string & /*text*/, double /*first*/ = 0.0, double /*second*/ = 0.0) const {}

  [[nodiscard]] const std::string &command() const { return command_; }
  [[nodiscard]] bool at_end() const { return next_ == words_.size(); }
  [[nodiscard]] bool next_is(const std::string &word) const { return !at_end() && words_[next_] == word; }
  [[nodiscard]] const std::string &peek() const { return words_[next_]; }
  /// The words that have not been read.
  [[nodiscard]] std::vector<std::string> rest() const { return {words_.begin() + position(), words_.end()}; }
  /// Number of words that have been read.
  [[nodiscard]] std::ptrdiff_t position() const { return static_cast<std::ptrdiff_t>(next_); }
  /// The words that have been read since a position.
  [[nodiscard]] std::vector<std::string> since(std::ptrdiff_t position) const
  {
    return {words_.begin() + position, words_.begin() + this->position()};
  }
  /// The word that was read last.
  [[nodiscard]] const std::string &last() const { return words_[next_ - 1]; }

  /// Reads the next word if it is this one.
  bool skip(const std::string &word);
  /// \param of       keyword that the word belongs to
  /// \param allowed  for the message where the word is missing; may be empty
  /// \param what     name of the value in this message; may be empty
  std::string next(const std::string &of, const std::string &allowed = "", const std::string &what = "");
  /// A keyword that may be given once.
  std::string keyword();

  /// Value of a decimal number; NaN of another word, also of inf and nan. Stops for a number that a double cannot hold.
  [[nodiscard]] double value_of(const std::string &word) const;
  double number(const std::string &of, const std::string &what, const std::string &allowed = "a number");
  double positive(const std::string &of, const std::string &what);
  double not_negative(const std::string &of, const std::string &what);
  contact::Vec3<double> vector(const std::string &of, const std::string &what);
  /// 0 x, 1 y, 2 z.
  int axis(const std::string &of);
  /// \return index in `values`
  int choice(const std::string &of, const std::vector<std::string> &values);
  /// v_name. \return the name; empty for NULL, which `may_be_null` allows
  std::string variable(const std::string &of, const std::string &what, bool may_be_null);
  /// A number, or v_name. \param name  set to the name of the variable
  std::optional<double> number_or_variable(const std::string &of, const std::string &what, std::string &name);

  [[noreturn]] void illegal(const std::string &what, const std::string &value,
                            const std::string &allowed) const;
  [[noreturn]] void unknown(const std::string &keyword, const std::string &known) const;
  /// "Cannot use (command) keyword (word) (why)".
  [[noreturn]] void cannot_use(const std::string &word, const std::string &why) const;

 protected:
  /// \throws CommandError, or the error of the program that has the command
  virtual void fail(const std::string &text) const { throw CommandError(text); }

 private:
  std::string command_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
  std::size_t keyword_ = 0, keyword_before_ = 0;    ///< places of the last two keywords
  std::set<std::string> keywords_;
};

/// The words of a command of LAMMPS, which stops with their errors.
class LammpsWords : public CommandWords {
 public:
  LammpsWords(LAMMPS_NS::LAMMPS *lmp, std::string command, std::vector<std::string> words) :
      CommandWords(std::move(command), std::move(words)), lmp_{lmp}
  {
  }
  LammpsWords(LAMMPS_NS::LAMMPS *lmp, std::string command, int narg, char **arg) :
      LammpsWords(lmp, std::move(command), std::vector<std::string>(arg, arg + narg))
  {
  }
  void warn(const std::string &text, double first, double second) const override;

 protected:
  void fail(const std::string &text) const override;

 private:
  LAMMPS_NS::LAMMPS *lmp_;
};

}    // namespace granular_srt
