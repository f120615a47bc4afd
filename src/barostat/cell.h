#pragma once

#include "voigt.h"

/// \file
/// Triclinic periodic cell, and the map between positions and fractional coordinates.

namespace granular_srt::barostat {

/// Cell with edges A = (lx,0,0), B = (xy,ly,0), C = (xz,yz,lz) and corner `lo` [length].
struct Cell {
  double lo[3], hi[3];    ///< hi - lo are the lengths lx, ly, lz
  double yz, xz, xy;      ///< tilts

  /// lx, ly or lz [length].
  GRANULAR_SRT_FN double length(int dim) const { return hi[dim] - lo[dim]; }
};

/// Matrix h with the columns A, B, C [length].
GRANULAR_SRT_FN Voigt edges(const Cell &cell)
{
  return {{cell.length(0), cell.length(1), cell.length(2), cell.yz, cell.xz, cell.xy}};
}

/// Inverse of an upper triangular matrix; dimension 1/[h].
GRANULAR_SRT_FN Voigt inverse(const Voigt &h)
{
  return {{1.0 / h[xx], 1.0 / h[yy], 1.0 / h[zz], -h[yz] / (h[yy] * h[zz]),
           (h[yz] * h[xy] - h[yy] * h[xz]) / (h[xx] * h[yy] * h[zz]), -h[xy] / (h[xx] * h[yy])}};
}

/// Volume of the cell [length^3], or its area in two dimensions [length^2].
GRANULAR_SRT_FN double volume(const Cell &cell, int dimensions)
{
  const double area = cell.length(0) * cell.length(1);
  return dimensions == 3 ? area * cell.length(2) : area;
}

/// Affine map of positions from one cell to another that keeps fractional coordinates.
struct CellMap {
  double from_corner[3], to_corner[3];    ///< [length]
  Voigt from_inverse;                     ///< inverse edge matrix of the first cell [1/length]
  Voigt to;                               ///< edge matrix of the second cell [length]
};

GRANULAR_SRT_FN CellMap cell_map(const Cell &from, const Cell &to)
{
  return {{from.lo[0], from.lo[1], from.lo[2]},
          {to.lo[0], to.lo[1], to.lo[2]},
          inverse(edges(from)),
          edges(to)};
}

/// Applies the map to one position x[3] [length].
template <class Real> GRANULAR_SRT_FN void move_with_cell(const CellMap &map, Real *x)
{
  const Voigt &g = map.from_inverse, &h = map.to;
  const Real d0 = x[0] - Real(map.from_corner[0]);
  const Real d1 = x[1] - Real(map.from_corner[1]);
  const Real d2 = x[2] - Real(map.from_corner[2]);
  const Real s0 = Real(g[xx]) * d0 + Real(g[xy]) * d1 + Real(g[xz]) * d2;
  const Real s1 = Real(g[yy]) * d1 + Real(g[yz]) * d2;
  const Real s2 = Real(g[zz]) * d2;
  x[0] = Real(h[xx]) * s0 + Real(h[xy]) * s1 + Real(h[xz]) * s2 + Real(map.to_corner[0]);
  x[1] = Real(h[yy]) * s1 + Real(h[yz]) * s2 + Real(map.to_corner[1]);
  x[2] = Real(h[zz]) * s2 + Real(map.to_corner[2]);
}

}    // namespace granular_srt::barostat
