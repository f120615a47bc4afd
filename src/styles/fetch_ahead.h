#pragma once

#include "contact_kernel.h"

#include <algorithm>
#include <cstddef>

namespace granular_srt::detail {

/// Asks for particles before a loop over contacts reads them, which matters where they are more than the caches
/// hold. LAMMPS sorts particles along the rows of a grid: while i goes along a row, the foremost of its partners goes
/// along a row of the next layer, and only what this one comes upon is in no cache yet.
class FetchAhead {
 public:
  static constexpr int contacts = 8;    ///< for which one call is enough: i moves on by less than a line holds

  /// \param reach  atoms from i to its foremost partner
  explicit FetchAhead(int reach) : reach_{reach} {}

  /// i is the atom of one of the next contacts. Addresses beyond the last atom do no harm.
  void next(const ContactLoop &loop, int i)
  {
    atom_ = std::clamp(atom_ + in_line, i + reach_, i + reach_ + farthest);
    const std::ptrdiff_t early = std::ptrdiff_t{atom_} + of_a_chunk;
    for (int line = 0; line < 3 * in_line; line += in_line) {
      fetch(loop.x + 3 * early + line);
      for (const double *rows : {loop.v, loop.omega, static_cast<const double *>(loop.f),
                                 static_cast<const double *>(loop.torque)})
        fetch(rows + 3 * std::ptrdiff_t{atom_} + line);
    }
    fetch(loop.radius + early);
    fetch(loop.mass + atom_);
  }

 private:
  static constexpr int in_line = 8;        // doubles in a line of the cache
  static constexpr int farthest = 256;     // 10 microseconds
  static constexpr int of_a_chunk = 800;   // the search for overlaps reads those of a whole chunk first
  int reach_, atom_ = 0;

  // to the second cache: the first is too small, and has too few requests in flight
  static void fetch(const double *p) { __builtin_prefetch(p, 0, 2); }
};

}    // namespace granular_srt::detail
