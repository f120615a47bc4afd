// Motion of the cell at constant rates: hdot = rate h, with rate and h upper triangular.
//
// The exponential of the diagonal is taken exactly, the tilts by half before and by half after it,
// and xz, which depends on the other two tilts, again in halves around them, in the manner of
// M. E. Tuckerman et al., J. Phys. A 39, 5629 (2006).

#ifndef GRANULAR_SRT_BAROSTAT_CELL_FLOW_H
#define GRANULAR_SRT_BAROSTAT_CELL_FLOW_H

#include "cell.h"

#include <cmath>

namespace granular_srt::barostat {

/// How a cell may move.
struct CellFlow {
  Voigt rate;    ///< [1/time]
  Controlled controlled;
  bool yz_follows_z, xz_follows_z, xy_follows_y;    ///< a tilt without piston scales with a length
  double fixed_point[3];                            ///< stays in place [length]
  bool keeps_volume[3];    ///< lengths that make up for the others at constant volume
  double kept_volume;      ///< that volume, or area in two dimensions; unused if no length does
  int dimensions;          ///< 2 or 3
};

/// Half of a grow, shear, grow step of one tilt: factor^2 tilt + factor shear.
GRANULAR_SRT_BAROSTAT_FN double sheared(double tilt, double factor, double shear)
{
  return (tilt * factor + shear) * factor;
}

/// The three tilts of h after half of `time`. The lengths of h are those before the whole step, in
/// both halves, as in LAMMPS: lengths and tilts that change together are then accurate to first
/// order in time, each alone to second order or exactly.
GRANULAR_SRT_BAROSTAT_FN void shear_half(Voigt &h, const CellFlow &flow, double time)
{
  const Voigt &rate = flow.rate;
  const double quarter = 0.25 * time, eighth = 0.125 * time;
  const auto shear_xz = [&]() {
    if (!flow.controlled[xz]) return;
    h[xz] = sheared(h[xz], std::exp(eighth * rate[xx]),
                    quarter * (rate[xy] * h[yz] + rate[xz] * h[zz]));
  };
  shear_xz();
  if (flow.controlled[yz])
    h[yz] = sheared(h[yz], std::exp(quarter * rate[yy]), 0.5 * time * (rate[yz] * h[zz]));
  if (flow.controlled[xy])
    h[xy] = sheared(h[xy], std::exp(quarter * rate[xx]), 0.5 * time * (rate[xy] * h[yy]));
  shear_xz();
}

/// The cell after `time`.
GRANULAR_SRT_BAROSTAT_FN Cell moved(const Cell &start, const CellFlow &flow, double time)
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

  for (int dim = 0; dim < 3; dim++)
    if (flow.controlled[dim]) stretch(dim, std::exp(time * flow.rate[dim]));

  const int keeping =
      int(flow.keeps_volume[0]) + int(flow.keeps_volume[1]) + int(flow.keeps_volume[2]);
  if (keeping > 0) {
    double factor = flow.kept_volume / volume(cell, flow.dimensions);
    if (keeping == 2) factor = std::sqrt(factor);
    for (int dim = 0; dim < 3; dim++)
      if (flow.keeps_volume[dim]) stretch(dim, factor);
  }

  shear_half(h, flow, time);

  cell.yz = h[yz];
  cell.xz = h[xz];
  cell.xy = h[xy];
  return cell;
}

/// True if a tilt has run more than `limit` times the length it is measured by (of `start`): the
/// cell is then too far from any equilibrium for the step to make sense.
GRANULAR_SRT_BAROSTAT_FN bool tilted_beyond(const Cell &cell, const Cell &start, double limit)
{
  return std::fabs(cell.yz) > limit * start.length(1) ||
      std::fabs(cell.xz) > limit * start.length(0) || std::fabs(cell.xy) > limit * start.length(0);
}

}    // namespace granular_srt::barostat

#endif
