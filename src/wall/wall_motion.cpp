#include "wall_motion.h"

#include <cmath>

namespace granular_srt {
namespace {

  constexpr double two_pi = 6.28318530717958647692;

}    // namespace

double WallMotion::displacement(double time) const
{
  switch (kind) {
    case Kind::wiggle: return amplitude * (1.0 - std::cos(two_pi / period * time));
    case Kind::translate: return rate * time;
    default: return 0.0;
  }
}

double WallMotion::velocity(double time) const
{
  switch (kind) {
    case Kind::wiggle: return amplitude * two_pi / period * std::sin(two_pi / period * time);
    case Kind::shear:
    case Kind::translate: return rate;
    default: return 0.0;
  }
}

}    // namespace granular_srt
