#pragma once

#include "contact/annotate.h"

/// \file
/// Symmetric and upper triangular 3x3 matrices as six numbers. No other file states their order.

namespace granular_srt::barostat {

/// Voigt order of all tensors in src/barostat: xx yy zz yz xz xy.
enum Component { xx = 0, yy = 1, zz = 2, yz = 3, xz = 4, xy = 5 };

/// Symmetric tensor (pressure, stress) or upper triangular matrix (cell, rates) in Voigt order:
///   [ xx xy xz ]
///   [  . yy yz ]
///   [  .  . zz ]
struct Voigt {
  double value[6];

  GRANULAR_SRT_FN double &operator[](int component) { return value[component]; }
  GRANULAR_SRT_FN double operator[](int component) const { return value[component]; }
};

/// Components of the cell with a piston: they follow a target pressure.
struct Controlled {
  bool on[6];

  GRANULAR_SRT_FN bool operator[](int component) const { return on[component]; }
  /// Number of controlled lengths, 0 to 3.
  GRANULAR_SRT_FN int lengths() const { return int(on[xx]) + int(on[yy]) + int(on[zz]); }
  /// Number of controlled components, 0 to 6.
  GRANULAR_SRT_FN int count() const { return lengths() + int(on[yz]) + int(on[xz]) + int(on[xy]); }
};

}    // namespace granular_srt::barostat
