#include "wall_arguments.h"

#include <cmath>
#include <utility>

namespace granular_srt {

WallWords::WallWords(std::string command, std::vector<std::string> words,
                     std::function<double(const std::string &)> to_number) :
    command_{std::move(command)},
    words_{std::move(words)}, to_number_{std::move(to_number)}
{
}

void WallWords::illegal(const std::string &what, const std::string &value, const std::string &allowed) const
{
  throw WallCommandError("Illegal " + command_ + " " + what + " value " + value + ": must be " + allowed);
}

void WallWords::cannot_use(const std::string &word, const std::string &why) const
{
  throw WallCommandError("Cannot use " + command_ + " keyword " + word + " " + why);
}

std::string WallWords::next(const std::string &of)
{
  if (at_end()) throw WallCommandError("Missing value of " + command_ + " keyword " + of);
  return words_[next_++];
}

double WallWords::number(const std::string &of, const std::string &what, const std::string &allowed)
{
  const std::string text = next(of);
  const double value = value_of(text);
  if (!std::isfinite(value)) illegal(of + " " + what, text, allowed);
  return value;
}

double WallWords::positive(const std::string &of, const std::string &what)
{
  const double value = number(of, what, "> 0");
  if (!(value > 0.0)) illegal(of + " " + what, last(), "> 0");
  return value;
}

double WallWords::not_negative(const std::string &of, const std::string &what)
{
  const double value = number(of, what, ">= 0");
  if (!(value >= 0.0)) illegal(of + " " + what, last(), ">= 0");
  return value;
}

contact::Vec3<double> WallWords::vector(const std::string &of, const std::string &what)
{
  const double x = number(of, what + "x"), y = number(of, what + "y"), z = number(of, what + "z");
  return {x, y, z};
}

int WallWords::axis(const std::string &of)
{
  const std::string text = next(of);
  for (int axis = 0; axis < 3; ++axis)
    if (text == std::string(1, "xyz"[axis])) return axis;
  illegal(of + " dimension", text, "x, y or z");
}

std::string WallWords::variable(const std::string &of, const std::string &what, bool may_be_null)
{
  const std::string text = next(of);
  if (may_be_null && text == "NULL") return "";
  if (!text.starts_with("v_")) illegal(of + " " + what, text, may_be_null ? "v_name or NULL" : "v_name");
  return text.substr(2);
}

std::optional<double> WallWords::number_or_variable(const std::string &of, const std::string &what,
                                                    std::string &name)
{
  if (!at_end() && words_[next_].starts_with("v_")) {
    name = variable(of, what, false);
    return {};
  }
  return number(of, what, "a number or v_name");
}

}    // namespace granular_srt
