#pragma once

#include "contact/account.h"

#include <array>

namespace granular_srt {

/// The two kinds of contacts that the ledger keeps apart.
enum ContactKind { between_particles, at_walls, n_contact_kinds };

/// Powers whose integrals over time the ledger keeps [energy/time].
struct LedgerPower {
  double of_contacts[n_contact_kinds] = {};    ///< on their bodies, and on walls and box
  double of_box = 0.0, of_walls = 0.0, of_gravity = 0.0, of_other_forces = 0.0;
  /// Of the forces with the velocities of the full step, beyond that with those of mid-step.
  double beyond_mid_step = 0.0;
};

/// What the ledger adds up step by step [energy].
struct LedgerChanges {
  struct OfContacts {
    double lost[5] = {};                    ///< as AccountSums::lost
    double by_law = 0.0;                    ///< as AccountSums::by_law
    double ended[contact::n_modes] = {};    ///< of contacts that have ended: friction springs, adhesion
  };
  OfContacts contacts[n_contact_kinds];
  double by_box = 0.0;    ///< jumps of the kinetic energy where particles cross the faces of a sheared box
  double added = 0.0;     ///< by particles that come and go, and by commands between runs
  /// Change of LedgerStored::half_step from the end of a run to the first half step of the next.
  double at_ends = 0.0;
};

/// Kinetic energy of all particles [energy].
struct KineticEnergy {
  double translation = 0.0, rotation = 0.0;
};

/// Energy stored now [energy].
struct LedgerStored {
  double contacts[n_contact_kinds][contact::n_modes] = {};    ///< by mode
  KineticEnergy kinetic;
  /// dt^2 (f^2/m + torque^2/I)/8 of all particles: by this the kinetic energy is more than that of the velocities before and
  /// after the step's forces, m v_n-1/2 . v_n+1/2 /2. It is no energy that is stored. A set-up leaves it as it is.
  double half_step = 0.0;

  [[nodiscard]] double total() const
  {
    double sum = kinetic.translation + kinetic.rotation;
    for (const auto &kind : contacts)
      for (const double energy : kind) sum += energy;
    return sum;
  }
};

/// A struct of doubles as an array of them.
template <class Sums> double *doubles_of(Sums &sums)
{
  static_assert(sizeof(Sums) % sizeof(double) == 0);
  return reinterpret_cast<double *>(&sums);
}
template <class Sums> inline constexpr int doubles_in_sums = sizeof(Sums) / sizeof(double);

/// All that the ledger remembers; each is this rank's part, but `reference`.
struct LedgerState {
  /// In restart files: one more for each change of the members or their meaning.
  static constexpr int format = 1;

  LedgerPower work;       ///< integrals over time [energy]
  LedgerPower present;    ///< at the end of the last step
  LedgerChanges changes;
  LedgerStored stored;       ///< at the end of the last step
  LedgerStored reference;    ///< what was stored at the beginning, and has been added since by the deck
};

/// Places of the values in the vector of compute granular/energy, from 0.
struct LedgerEntries {
  enum {
    translation,
    rotation,
    pairs,
    walls = pairs + 11,
    box = walls + 11,
    moving_walls,
    gravity,
    other_forces,
    added,
    time_step,
    residual,
    count
  };
  /// Within `pairs` and `walls`.
  enum {
    normal,
    sliding,
    rolling,
    twisting,
    lost_normal,
    lost_adhesion,
    lost_sliding_damping,
    lost_sliding,
    lost_rolling,
    lost_twisting,
    by_law
  };

  std::array<double, count> value{};
};

/// The vector of the compute from sums over all ranks.
LedgerEntries ledger_entries(const LedgerState &state);

}    // namespace granular_srt
