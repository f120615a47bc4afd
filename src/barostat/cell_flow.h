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
GRANULAR_SRT_FN double sheared(double tilt, double factor, double shear)
{
  return (tilt * factor + shear) * factor;
}

/// Moves the three tilts of h by half of `time`. Both halves use the lengths before the step, as LAMMPS does.
/// The result is first order in time where lengths and tilts change together, and second order or exact where only
/// one of them changes.
/// \param h     edge matrix [length]
/// \param time  duration of the whole step [time]
GRANULAR_SRT_FN void shear_half(Voigt &h, const CellFlow &flow, double time)
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

/// Change h' of the edge matrix with time at the instant [length/time].
/// \param h  edge matrix [length]
GRANULAR_SRT_FN Voigt edge_change(const Voigt &h, const CellFlow &flow)
{
  double growth[3] = {}, sum = 0.0;
  int compensating = 0;
  for (int dim = 0; dim < 3; ++dim) {
    if (flow.controlled[dim]) growth[dim] = flow.rate[dim];
    sum += growth[dim];
    compensating += int(flow.keeps_volume[dim]);
  }
  for (int dim = 0; dim < 3; ++dim)
    if (flow.keeps_volume[dim]) growth[dim] = -sum / compensating;

  const Voigt &rate = flow.rate;
  const auto following = [&](bool follows, int tilt, int length) {
    return follows ? growth[length] * h[tilt] : 0.0;
  };
  Voigt change{};
  for (int dim = xx; dim <= zz; ++dim) change[dim] = growth[dim] * h[dim];
  change[yz] =
      flow.controlled[yz] ? rate[yy] * h[yz] + rate[yz] * h[zz] : following(flow.yz_follows_z, yz, zz);
  change[xz] = flow.controlled[xz] ? rate[xx] * h[xz] + rate[xy] * h[yz] + rate[xz] * h[zz]
                                   : following(flow.xz_follows_z, xz, zz);
  change[xy] =
      flow.controlled[xy] ? rate[xx] * h[xy] + rate[xy] * h[yy] : following(flow.xy_follows_y, xy, yy);
  return change;
}

/// Rate h' h^-1 of a cell [1/time]. It differs from CellFlow::rate if a length compensates others, or if a tilt without
/// a piston follows a length or is constant.
/// \param change  h' [length/time]
/// \param h       [length]
GRANULAR_SRT_FN Voigt rate_of(const Voigt &change, const Voigt &h)
{
  const Voigt g = inverse(h);
  return {{change[xx] * g[xx], change[yy] * g[yy], change[zz] * g[zz],
           change[yy] * g[yz] + change[yz] * g[zz],
           change[xx] * g[xz] + change[xy] * g[yz] + change[xz] * g[zz],
           change[xx] * g[xy] + change[xy] * g[yy]}};
}

/// Cell after `time` [time]: half of the tilts, the lengths, the other half of the tilts.
GRANULAR_SRT_FN Cell advanced(const Cell &start, const CellFlow &flow, double time)
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
GRANULAR_SRT_FN bool tilted_beyond(const Cell &cell, const Cell &start, double limit)
{
  return std::fabs(cell.yz) > limit * start.length(1) || std::fabs(cell.xz) > limit * start.length(0) ||
      std::fabs(cell.xy) > limit * start.length(0);
}

}    // namespace granular_srt::barostat
