#include "wall_words.h"

#include "utils.h"

#include <cmath>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;

namespace granular_srt {

WallWords::WallWords(LAMMPS *lmp, std::string command, int narg, char **arg) :
    lmp_{lmp}, command_{std::move(command)}, narg_{narg}, arg_{arg}
{
}

void WallWords::illegal(const std::string &what, const std::string &value, const std::string &allowed) const
{
  stop("Illegal {} {} value {}: must be {}", command_, what, value, allowed);
}

std::string WallWords::next(const std::string &of)
{
  if (at_end()) stop("Missing value of {} keyword {}", command_, of);
  return arg_[next_++];
}

double WallWords::number(const std::string &of, const std::string &what, const std::string &allowed)
{
  const std::string text = next(of);
  const double value = utils::is_double(text) ? utils::numeric(FLERR, text, false, lmp_)
                                              : std::numeric_limits<double>::quiet_NaN();
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
  if (!utils::strmatch(text, "^v_"))
    illegal(of + " " + what, text, may_be_null ? "v_name or NULL" : "v_name");
  return text.substr(2);
}

std::optional<double> WallWords::number_or_variable(const std::string &of, const std::string &what,
                                                    std::string &name)
{
  if (!at_end() && utils::strmatch(arg_[next_], "^v_")) {
    name = variable(of, what, false);
    return {};
  }
  return number(of, what, "a number or v_name");
}

}    // namespace granular_srt
