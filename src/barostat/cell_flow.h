#pragma once

#include "cell.h"

#include <cmath>

/// \file
/// Motion of the cell at constant rates: hdot = rate h, where rate and h are upper triangular.
///
/// The lengths are multiplied by the exact exponential. The tilts move in two halves, before and after the lengths.
/// xz depends on the other two tilts and moves in two quarters around each half of them.
/// Symmetric split after M. E. Tuckerman et al., J. Phys. A 39, 5629 (2006).

namespace granular_srt::barostat {

/// Rates and constraints of the cell's motion.
struct CellFlow {
  Voigt rate;                                       ///< [1/time]
  Controlled controlled;                            ///< components that move at these rates
  bool yz_follows_z, xz_follows_z, xy_follows_y;    ///< the tilt is multiplied by the factor of that length
  double fixed_point[3];    ///< point that the change of the lengths leaves in place [length]
  bool keeps_volume[3];     ///< lengths that compensate the others, so that the volume stays constant
  double kept_volume;       ///< that volume [length^3] or area [length^2]; unused unless a length compensates
  int dimensions;           ///< 2 or 3
};

/// Tilt after growth by `factor`, shear and growth by `factor` [length]: factor^2 tilt + factor shear.
GRANULAR_SRT_BAROSTAT_FN double sheared(double tilt, double factor, double shear)
{
  return (tilt * factor + shear) * factor;
}

/// Moves the three tilts of h by half of `time`. Both halves use the lengths before the step, as LAMMPS does.
/// The result is first order in time where lengths and tilts change together, and second order or exact where only
/// one of them changes.
/// \param h     edge matrix [length]
/// \param time  duration of the whole step [time]
GRANULAR_SRT_BAROSTAT_FN void shear_half(Voigt &h, const CellFlow &flow, double time)
{
  const Voigt &rate = flow.rate;
  const double quarter = 0.25 * time, eighth = 0.125 * time;
  const auto shear_xz = [&]() {
    if (!flow.controlled[xz]) return;
    h[xz] = sheared(h[xz], std::exp(eighth * rate[xx]), quarter * (rate[xy] * h[yz] + rate[xz] * h[zz]));
  };
  shear_xz();
  if (flow.controlled[yz])
    h[yz] = sheared(h[yz], std::exp(quarter * rate[yy]), 0.5 * time * (rate[yz] * h[zz]));
  if (flow.controlled[xy])
    h[xy] = sheared(h[xy], std::exp(quarter * rate[xx]), 0.5 * time * (rate[xy] * h[yy]));
  shear_xz();
}

/// Cell after `time` [time]: half of the tilts, the lengths, the other half of the tilts.
GRANULAR_SRT_BAROSTAT_FN Cell advanced(const Cell &start, const CellFlow &flow, double time)
{
  Cell cell = start;
  Voigt h = edges(start);
  const auto stretch = [&](int dim, double factor) {
    cell.lo[dim] = (cell.lo[dim] - flow.fixed_point[dim]) * factor + flow.fixed_point[dim];
    cell.hi[dim] = (cell.hi[dim] - flow.fixed_point[dim]) * factor + flow.fixed_point[dim];
    if (dim == 1 && flow.xy_follows_y) h[xy] *= factor;
    if (dim == 2 && flow.xz_follows_z) h[xz] *= factor;
    if (dim == 2 && flow.yz_follows_z) h[yz] *= factor;
  };

  shear_half(h, flow, time);

  for (int dim = 0; dim < 3; ++dim)
    if (flow.controlled[dim]) stretch(dim, std::exp(time * flow.rate[dim]));

  const int compensating = int(flow.keeps_volume[0]) + int(flow.keeps_volume[1]) + int(flow.keeps_volume[2]);
  if (compensating > 0) {
    double factor = flow.kept_volume / volume(cell, flow.dimensions);
    if (compensating == 2) factor = std::sqrt(factor);
    for (int dim = 0; dim < 3; ++dim)
      if (flow.keeps_volume[dim]) stretch(dim, factor);
  }

  shear_half(h, flow, time);

  cell.yz = h[yz];
  cell.xz = h[xz];
  cell.xy = h[xy];
  return cell;
}

/// Whether a tilt exceeds `limit` times its reference length in `start`: ly for yz, lx for xz and xy.
GRANULAR_SRT_BAROSTAT_FN bool tilted_beyond(const Cell &cell, const Cell &start, double limit)
{
  return std::fabs(cell.yz) > limit * start.length(1) || std::fabs(cell.xz) > limit * start.length(0) ||
      std::fabs(cell.xy) > limit * start.length(0);
}

}    // namespace granular_srt::barostat
