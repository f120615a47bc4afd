#pragma once

#include "contacts/contact_kernel.h"
#include "touching_pairs.h"

#include <algorithm>
#include <cstddef>

namespace granular_srt::detail {

/// Asks for what a loop over contacts will read, which matters where there is more than the caches hold. Addresses
/// beyond the last particle, pair or history do no harm.
///
/// LAMMPS sorts particles along the rows of a grid: while i goes along a row, the foremost of its partners goes
/// along a row of the next layer, and only what this one comes upon is in no cache yet.
class FetchAhead {
 public:
  static constexpr int contacts = 8;    ///< for which one call is enough: i moves on by less than a line holds

  /// \param reach  atoms from i to its foremost partner
  explicit FetchAhead(int reach) : reach_{reach} {}

  /// \param i  the atom of one of the next contacts
  void particles(const ContactLoop &loop, int i)
  {
    atom_ = std::clamp(atom_ + doubles_in_line, i + reach_, i + reach_ + farthest);
    const std::ptrdiff_t early = std::ptrdiff_t{atom_} + of_a_chunk;
    for (int line = 0; line < 3 * doubles_in_line; line += doubles_in_line) {
      fetch(loop.x + 3 * early + line);
      for (const double *rows : {loop.v, loop.omega, static_cast<const double *>(loop.f),
                                 static_cast<const double *>(loop.torque)})
        fetch(rows + 3 * std::ptrdiff_t{atom_} + line);
    }
    fetch(loop.radius + early);
    fetch(loop.mass + atom_);
  }

  /// What the lists have a chunk after contact `now`: about 12 pairs for 8 contacts.
  static void lists(const TouchingPairs &touching, int now)
  {
    const std::ptrdiff_t pair = touching.which[now], later = pair + touching.in_chunk;
    fetch(touching.pairs + later);
    fetch(touching.pairs + later + pairs_in_line);
    if (touching.slots) fetch(touching.slots + later);
    fetch(touching.which + later - touching.which[0]);
  }

  /// \param next  one of the contacts to come
  /// \param size  doubles of each history
  /// \param all   doubles of those histories that are to be fetched
  template <class All> static void histories(const TouchingPairs &touching, int next, int size, All all)
  {
    if (!touching.slots || next >= touching.count) return;
    // the slots of neighbors follow each other, but for contacts that are younger
    const double *first = touching.history_of(touching.which[next], size);
    for (int k = 0; k < all / doubles_in_line; ++k) __builtin_prefetch(first + doubles_in_line * k, 1);
  }

 private:
  static constexpr int doubles_in_line = 8;    // of the cache
  static constexpr int pairs_in_line = 8;
  static constexpr int farthest = 512;         // 20 microseconds
  static constexpr int of_a_chunk = 800;       // the search for overlaps reads those of a whole chunk first
  int reach_, atom_ = 0;

  // to the second cache: the first is too small, and has too few requests in flight
  static void fetch(const void *p) { __builtin_prefetch(p, 0, 2); }
};

}    // namespace granular_srt::detail
