#pragma once

#include "contact/contact.h"

#include "lmptype.h"

#include <cstddef>
#include <functional>

namespace granular_srt {

/// LAMMPS' per-atom arrays that contacts read, owned atoms first, then ghosts. In LAMMPS' units.
struct ParticleArrays {
  int count;    ///< owned atoms and ghosts
  const int *type, *mask;
  const double *x, *v, *omega;    ///< [atom * 3 + dimension] [length], [length/time], [1/time]
  const double *radius;           ///< [length]
  const double *mass;             ///< with which an atom moves, that of its rigid body or its own [mass]
  const double *temperature;      ///< [temperature]; null without heat conduction
  int frozen;                     ///< group bit of fix freeze, 0 without
};

struct AccountOptions;

/// Is called with the force of each contact on its atom i and the separation of its two atoms, for per-atom stress.
using ContactTally = std::function<void(int i, int j, const contact::Vec3<double> &force,
                                        const contact::Vec3<double> &separation)>;

/// LAMMPS' per-atom arrays to which contacts add, and sums over all contacts.
struct LoadArrays {
  double *f, *torque;    ///< [atom * 3 + dimension] [force], [force length]
  double *heatflow;      ///< [energy/time]; null if contacts heat no particles
  int end;    ///< atoms before this one get loads: all with newton on, else the owned ones; its own row may be written
  double *virial;               ///< six sums [force length]; null if not needed
  const ContactTally *tally;    ///< null if not needed
};

/// Data that all contacts of a pair style share.
struct ContactOptions {
  contact::HistoryLayout layout;
  contact::Step step;
  bool has_history;                 ///< whether contacts have history
  bool acts_beyond_touch;           ///< whether some contacts last beyond touch
  bool needs_means;                 ///< whether a law reads the mean mass and inertia of its two bodies
  const double *special;            ///< [4] factor of each kind of special neighbor; null if all are 1
  bool in_moving_box;               ///< whether velocities at contacts include the motion of the box
  contact::BoxRate box_rate;        ///< read with in_moving_box only
  const AccountOptions *account;    ///< null if no compute needs energies
};

/// All data that the evaluation of contacts reads and writes.
struct ContactLoop {
  ParticleArrays particles;
  ContactOptions options;
  LoadArrays loads;
};

/// A pair of the neighbor list in contact or with a small gap.
struct ClosePair {
  int i;
  int neighbor;    ///< entry of the neighbor list: j and the bits of its kind of special neighbor

  [[nodiscard]] int j() const { return neighbor & NEIGHMASK; }
  [[nodiscard]] int special() const { return neighbor >> SBBITS & 3; }
};

/// Pairs whose contact has ended. The caller provides the memory: a vector that can grow inside the loop over
/// contacts keeps registers in memory and costs a tenth of the loop's time.
struct EndedContacts {
  int *pairs;
  int count;

  void add(int pair) { pairs[count++] = pair; }
};

/// The contacts of one law in one chunk of close pairs.
struct ContactBatch {
  const ClosePair *pairs;
  const int *which;            ///< indices into pairs: contacts of the step before, and new ones
  int count;                   ///< of these
  const int *history_index;    ///< [pair] index of the history; null without history
  double *history;             ///< [index * doubles + k]
  int partner_offset;          ///< CloseList::partner_offset
  int pairs_in_chunk;
  EndedContacts *ended;    ///< has room for `count` pairs

  /// \param doubles  of history per contact
  [[nodiscard]] double *history_of(int pair, int doubles) const
  {
    return history + static_cast<std::ptrdiff_t>(history_index[pair]) * doubles;
  }
};

}    // namespace granular_srt
