#pragma once

#include "pair_rows.h"

#include "contact/frame.h"
#include "engine/evaluate/close_pair.h"
#include "engine/evaluate/contact_loop.h"
#include "engine/evaluate/gather.h"

#include "lmptype.h"

namespace granular_srt {

class StoredContacts;

/// Half neighbor list in which close pairs are searched, with the law of each pair of types.
struct NeighborPairs {
  PairRows rows;
  bool new_list;                   ///< whether the neighbor list may differ from that of the last step
  const StoredContacts *stored;    ///< where new close pairs find their histories; null while contacts hold
                                   ///< their own, and without history
  const LAMMPS_NS::tagint *tag;
  const int *law_of;    ///< [type_i * type_stride + type_j] -> index of the law, negative if there is none
  int type_stride;
  double margin;        ///< gap up to which a pair is close [length]
  double half_image;    ///< less than half of the distance of two images of a particle [length]
};

/// Calls found(law, pair, close) for each close pair of the neighbor list, and for the other pairs too if contacts act
/// beyond touch. Calls after_atom(i) after the pairs of an atom.
/// \param first, last  rows of the neighbor list
/// \param takes_all    whether all pairs count as close
template <class Found, class AfterAtom>
void for_each_pair(const NeighborPairs &pairs, const ContactLoop &loop, int first, int last, bool takes_all,
                   Found found, AfterAtom after_atom)
{
  const PairRows &rows = pairs.rows;
  const ParticleArrays &particles = loop.particles;
  const double *special = loop.options.special;
  for (int ii = first; ii < last; ++ii) {
    const int i = rows.atom[ii];
    const int *neighbors = rows.first[i];
    const int *law_of_partner = pairs.law_of + particles.type[i] * pairs.type_stride;
    const contact::Vec3<double> x_i = row(particles.x, i);

    for (int jj = 0; jj < rows.partners[i]; ++jj) {
      const ClosePair pair{i, neighbors[jj]};
      const int j = pair.j();
      if (special && special[pair.special()] == 0.0) continue;
      const contact::Vec3<double> separation = x_i - row(particles.x, j);
      const double reach = particles.radius[i] + particles.radius[j] + pairs.margin;
      const bool close = takes_all || dot(separation, separation) < reach * reach;
      if (!close && !loop.options.acts_beyond_touch) continue;
      const int law = law_of_partner[particles.type[j]];
      if (law >= 0) found(law, pair, close);
    }
    after_atom(i);
  }
}

/// Estimated time of an atom of the neighbor list in a step [ns].
/// \param ii  index in the neighbor list
inline int work_of(const NeighborPairs &pairs, const ParticleArrays &particles, int ii)
{
  constexpr int per_neighbor = 1, per_contact = 32;
  const int i = pairs.rows.atom[ii], count = pairs.rows.partners[i];
  const int *neighbors = pairs.rows.first[i];
  const contact::Vec3<double> x_i = row(particles.x, i);
  int work = 1 + per_neighbor * count;
  for (int jj = 0; jj < count; ++jj) {
    const int j = ClosePair{i, neighbors[jj]}.j();
    const contact::Vec3<double> separation = x_i - row(particles.x, j);
    if (contact::overlapping(dot(separation, separation), particles.radius[i], particles.radius[j]))
      work += per_contact;
  }
  return work;
}

}    // namespace granular_srt
