// Six numbers of a 3x3 tensor, and the one place where their order is stated.

#ifndef GRANULAR_SRT_BAROSTAT_VOIGT_H
#define GRANULAR_SRT_BAROSTAT_VOIGT_H

#include "annotate.h"

namespace granular_srt::barostat {

/// Voigt order of everything in this folder: xx yy zz yz xz xy.
enum Component { xx = 0, yy = 1, zz = 2, yz = 3, xz = 4, xy = 5 };

/// A symmetric tensor (pressure, stress) or an upper triangular matrix (cell, rates) in Voigt
/// order:
///   [ xx xy xz ]
///   [  . yy yz ]
///   [  .  . zz ]
struct Voigt {
  double value[6];

  GRANULAR_SRT_BAROSTAT_FN double &operator[](int component) { return value[component]; }
  GRANULAR_SRT_BAROSTAT_FN double operator[](int component) const { return value[component]; }
};

/// Which of the six components of the cell are pistons, that is, follow a target pressure.
struct Controlled {
  bool on[6];

  GRANULAR_SRT_BAROSTAT_FN bool operator[](int component) const { return on[component]; }
  /// Number of controlled lengths, 0 to 3.
  GRANULAR_SRT_BAROSTAT_FN int lengths() const { return int(on[xx]) + int(on[yy]) + int(on[zz]); }
  /// Number of controlled components, 0 to 6.
  GRANULAR_SRT_BAROSTAT_FN int count() const
  {
    return lengths() + int(on[yz]) + int(on[xz]) + int(on[xy]);
  }
};

}    // namespace granular_srt::barostat

#endif
