#pragma once

#include "cell.h"

/// \file
/// Flips of the triclinic cell: a tilt beyond half a length is replaced by a smaller one that describes the same
/// lattice.

namespace granular_srt::barostat {

/// Cell with the same lattice as another, and the edges that were added to it.
struct Flip {
  Cell cell;
  int yz;    ///< number of B edges added to C: 0, 1 or -1
  int xz;    ///< number of A edges added to C
  int xy;    ///< number of A edges added to B

  GRANULAR_SRT_FN bool any() const { return yz != 0 || xz != 0 || xy != 0; }
};

/// Number of edges to add to a tilt so that it returns below `limit` lengths: 0, 1 or -1.
/// \param tilt, length  [length]
GRANULAR_SRT_FN int edges_to_add(double tilt, double length, double limit)
{
  if (tilt < -limit * length) return 1;
  if (tilt >= limit * length) return -1;
  return 0;
}

/// Reduces each tilt beyond 0.6 lengths by one edge. The margin of 0.1 above one half prevents repeated flips of a
/// tilt that oscillates about one half. An edge is added only along a periodic dimension.
/// yz comes first because its flip changes xz.
GRANULAR_SRT_FN Flip flipped(Cell cell, bool x_periodic, bool y_periodic)
{
  constexpr double limit = 0.5 + 0.1;
  Flip flip{cell, 0, 0, 0};
  if (y_periodic) {
    flip.yz = edges_to_add(cell.yz, cell.length(1), limit);
    flip.cell.yz += flip.yz * cell.length(1);
    flip.cell.xz += flip.yz * cell.xy;
  }
  if (x_periodic) {
    flip.xz = edges_to_add(flip.cell.xz, cell.length(0), limit);
    flip.cell.xz += flip.xz * cell.length(0);
    flip.xy = edges_to_add(flip.cell.xy, cell.length(0), limit);
    flip.cell.xy += flip.xy * cell.length(0);
  }
  return flip;
}

}    // namespace granular_srt::barostat
