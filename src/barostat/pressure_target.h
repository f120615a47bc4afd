#pragma once

#include "voigt.h"

/// \file
/// Target pressure of the pistons, and the measured pressure that acts on them.

namespace granular_srt::barostat {

/// Target tensor on a linear ramp [pressure]: P_start + fraction (P_stop - P_start) for the controlled components, 0
/// for the others.
/// \param fraction  elapsed part of the ramp, 0 to 1
GRANULAR_SRT_FN Voigt ramp(const Voigt &start, const Voigt &stop, double fraction,
                           const Controlled &controlled)
{
  Voigt target{};
  for (int i = 0; i < 6; ++i)
    if (controlled[i]) target[i] = start[i] + fraction * (stop[i] - start[i]);
  return target;
}

/// Hydrostatic part of a tensor [pressure]: its mean over the controlled lengths; 0 if no length is controlled.
GRANULAR_SRT_FN double hydrostatic(const Voigt &pressure, const Controlled &controlled)
{
  double sum = 0.0;
  for (int i = xx; i <= zz; ++i)
    if (controlled[i]) sum += pressure[i];
  return controlled.lengths() > 0 ? sum / controlled.lengths() : 0.0;
}

/// Lengths that share one pressure and therefore grow alike.
enum class Coupling { none, xyz, xy, yz, xz };

/// Measured tensor in which each coupled length has the mean pressure of the coupled lengths [pressure].
GRANULAR_SRT_FN Voigt coupled(Voigt pressure, Coupling coupling)
{
  switch (coupling) {
    case Coupling::none: break;
    case Coupling::xyz:
      pressure[xx] = pressure[yy] = pressure[zz] = 1.0 / 3.0 * (pressure[xx] + pressure[yy] + pressure[zz]);
      break;
    case Coupling::xy: pressure[xx] = pressure[yy] = 0.5 * (pressure[xx] + pressure[yy]); break;
    case Coupling::yz: pressure[yy] = pressure[zz] = 0.5 * (pressure[yy] + pressure[zz]); break;
    case Coupling::xz: pressure[xx] = pressure[zz] = 0.5 * (pressure[xx] + pressure[zz]); break;
  }
  return pressure;
}

}    // namespace granular_srt::barostat
