#include "command_words.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace granular_srt {

void CommandWords::illegal(const std::string &what, const std::string &value,
                           const std::string &allowed) const
{
  stop("Illegal " + command_ + " " + what + " value " + value + ": must be " + allowed);
}

void CommandWords::unknown(const std::string &keyword, const std::string &known) const
{
  std::string after;    // of a number, which is one value too many: the keyword and its values
  if (!std::isnan(value_of(keyword)))
    for (std::size_t k = keyword_before_; k < keyword_; ++k)
      after += (after.empty() ? " after " : " ") + words_[k];
  stop("Unknown " + command_ + " keyword '" + keyword + "'" + after + ": known are " + known);
}

void CommandWords::cannot_use(const std::string &word, const std::string &why) const
{
  stop("Cannot use " + command_ + " keyword " + word + " " + why);
}

bool CommandWords::skip(const std::string &word)
{
  if (!next_is(word)) return false;
  ++next_;
  return true;
}

std::string CommandWords::next(const std::string &of, const std::string &allowed, const std::string &what)
{
  if (at_end())
    stop("Missing value of " + command_ + " keyword " + of +
         (allowed.empty() ? "" : ": " + what + (what.empty() ? "" : " ") + "must be " + allowed));
  return words_[next_++];
}

std::string CommandWords::keyword()
{
  keyword_before_ = keyword_;
  keyword_ = next_;
  const std::string word = words_[next_++];
  if (!keywords_.insert(word).second) stop("The " + command_ + " keyword " + word + " is given twice");
  return word;
}

// The form and the last message of LAMMPS' utils::numeric().
double CommandWords::value_of(const std::string &word) const
{
  char *end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || word.find_first_not_of("+-.0123456789eE") != std::string::npos || *end != '\0')
    return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(value))
    stop("Floating point number " + word + " in input script or data file is out of range");
  return value;
}

double CommandWords::number(const std::string &of, const std::string &what, const std::string &allowed)
{
  const std::string text = next(of, allowed, what);
  const double value = value_of(text);
  if (std::isnan(value)) illegal(of + " " + what, text, allowed);
  return value;
}

double CommandWords::positive(const std::string &of, const std::string &what)
{
  const double value = number(of, what, "> 0");
  if (!(value > 0.0)) illegal(of + " " + what, last(), "> 0");
  return value;
}

double CommandWords::not_negative(const std::string &of, const std::string &what)
{
  const double value = number(of, what, ">= 0");
  if (!(value >= 0.0)) illegal(of + " " + what, last(), ">= 0");
  return value;
}

contact::Vec3<double> CommandWords::vector(const std::string &of, const std::string &what)
{
  const double x = number(of, what + "x"), y = number(of, what + "y"), z = number(of, what + "z");
  return {x, y, z};
}

int CommandWords::axis(const std::string &of)
{
  const std::string allowed = "x, y or z", text = next(of, allowed, "dimension");
  for (int axis = 0; axis < 3; ++axis)
    if (text == std::string(1, "xyz"[axis])) return axis;
  illegal(of + " dimension", text, allowed);
}

int CommandWords::choice(const std::string &of, const std::vector<std::string> &values)
{
  std::string allowed;    // "a, b or c"
  for (const std::string &value : values)
    allowed += (allowed.empty() ? "" : &value == &values.back() ? " or " : ", ") + value;
  const std::string text = next(of, allowed);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (text == values[k]) return static_cast<int>(k);
  illegal(of, text, allowed);
}

std::string CommandWords::variable(const std::string &of, const std::string &what, bool may_be_null)
{
  const std::string allowed = may_be_null ? "v_name or NULL" : "v_name", text = next(of, allowed, what);
  if (may_be_null && text == "NULL") return "";
  if (!text.starts_with("v_")) illegal(of + " " + what, text, allowed);
  return text.substr(2);
}

std::optional<double> CommandWords::number_or_variable(const std::string &of, const std::string &what,
                                                       std::string &name)
{
  if (!at_end() && words_[next_].starts_with("v_")) {
    name = variable(of, what, false);
    return {};
  }
  return number(of, what, "a number or v_name");
}

}    // namespace granular_srt
