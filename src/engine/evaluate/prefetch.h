#pragma once

#include "contact_loop.h"

#include <algorithm>
#include <cstddef>

namespace granular_srt::detail {

/// Prefetches the data of coming contacts, for packings larger than the caches. Addresses beyond the last particle,
/// pair or history are harmless.
///
/// LAMMPS sorts particles along the lines of a grid. While i runs along one line, its foremost partner j runs
/// along a line of the next layer, and only the data of that partner are in no cache yet.
class Prefetch {
 public:
  /// Contacts per call of particles() and lists(): i advances by less than a cache line in so many contacts.
  static constexpr int contacts_per_call = 8;

  /// \param partner_offset  index distance from i to its foremost partner
  explicit Prefetch(int partner_offset) : partner_offset_{partner_offset} {}

  /// \param i  first atom of a coming contact
  void particles(const ContactLoop &loop, int i)
  {
    const ParticleArrays &p = loop.particles;
    atom_ = std::clamp(atom_ + doubles_in_line, i + partner_offset_, i + partner_offset_ + most_ahead);
    const std::ptrdiff_t next_chunk = std::ptrdiff_t{atom_} + atoms_in_chunk;
    for (int line = 0; line < 3 * doubles_in_line; line += doubles_in_line) {
      fetch(p.x + 3 * next_chunk + line);
      for (const double *rows : {p.v, p.omega, static_cast<const double *>(loop.loads.f),
                                 static_cast<const double *>(loop.loads.torque)})
        fetch(rows + 3 * std::ptrdiff_t{atom_} + line);
    }
    fetch(p.radius + next_chunk);
    fetch(p.mass + atom_);
  }

  /// Prefetches the lists of the next chunk: 8 contacts use about 12 close pairs.
  static void lists(const ContactBatch &batch, int now)
  {
    const std::ptrdiff_t pair = batch.which[now], later = pair + batch.pairs_in_chunk;
    fetch(batch.pairs + later);
    fetch(batch.pairs + later + pairs_in_line);
    if (batch.history_index) fetch(batch.history_index + later);
    fetch(batch.which + later - batch.which[0]);
  }

  /// \param next     a coming contact
  /// \param size     doubles per history
  /// \param doubles  to prefetch from that history on
  template <class Doubles>
  static void histories(const ContactBatch &batch, int next, int size, Doubles doubles)
  {
    if (!batch.history_index || next >= batch.count) return;
    // Histories of neighboring contacts are consecutive, except those of newer contacts.
    const double *first = batch.history_of(batch.which[next], size);
    for (int k = 0; k < doubles / doubles_in_line; ++k) __builtin_prefetch(first + doubles_in_line * k, 1);
  }

 private:
  static constexpr int doubles_in_line = 8, pairs_in_line = 8;    // cache line of 64 bytes
  static constexpr int most_ahead = 512;                          // atoms; about 20 microseconds
  static constexpr int atoms_in_chunk =
      800;    // the search for overlaps reads the positions of a whole chunk first
  int partner_offset_, atom_ = 0;

  // to the second-level cache: the first is too small and has too few requests in flight
  static void fetch(const void *p) { __builtin_prefetch(p, 0, 2); }
};

}    // namespace granular_srt::detail
