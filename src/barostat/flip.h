// A tilt beyond half a length describes the same lattice as a smaller one: when to change over.

#ifndef GRANULAR_SRT_BAROSTAT_FLIP_H
#define GRANULAR_SRT_BAROSTAT_FLIP_H

#include "cell.h"

namespace granular_srt::barostat {

/// A cell whose lattice is that of another, and the edges added on the way.
struct Flip {
  Cell cell;
  int yz;    ///< number of B edges added to C: 0, 1 or -1
  int xz;    ///< number of A edges added to C
  int xy;    ///< number of A edges added to B

  GRANULAR_SRT_BAROSTAT_FN bool any() const { return yz != 0 || xz != 0 || xy != 0; }
};

/// Number of `length` to add to bring a tilt of more than `limit` lengths back: 0, 1 or -1.
GRANULAR_SRT_BAROSTAT_FN int edges_to_add(double tilt, double length, double limit)
{
  if (tilt < -limit * length) return 1;
  if (tilt >= limit * length) return -1;
  return 0;
}

/// Reduces each tilt of more than 0.6 lengths by one edge. The excess of 0.1 over one half keeps a
/// tilt that oscillates about one half from flipping to and fro. Only an edge along a periodic
/// dimension may be added. yz goes first because it changes xz.
GRANULAR_SRT_BAROSTAT_FN Flip flipped(Cell cell, bool x_periodic, bool y_periodic)
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

#endif
