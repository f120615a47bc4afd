#include "entries.h"

namespace granular_srt {

// With W the work of springs as they see it, C the change of their energy by motion and caps, and Z what contacts that
// ended had: friction has taken  -W - C + Z,  and what else has changed the stored energy came from stiffnesses that
// change under load.
LedgerEntries ledger_entries(const LedgerState &state)
{
  using Entry = LedgerEntries;
  Entry out;
  double *const value = out.value.data();
  value[Entry::translation] = state.stored.translation;
  value[Entry::rotation] = state.stored.rotation;
  double made = 0.0, lost = 0.0;
  // Velocity Verlet gives the work of the mean force to the product of two velocities at mid-step.
  double by_step = state.changes.at_ends - state.stored.half_step;
  for (const Side side : {between_particles, at_walls}) {
    double *const at = value + (side == between_particles ? Entry::pairs : Entry::walls);
    const LedgerPower::OfContacts &work = state.work.side[side];
    const LedgerChanges::OfContacts &changes = state.changes.side[side];
    for (int mode = 0; mode < 4; ++mode) at[mode] = state.stored.contacts[side][mode];
    at[Entry::lost_normal] = -work.normal_damping;
    at[Entry::lost_adhesion] = changes.adhesion;
    at[Entry::lost_sliding_damping] = -work.sliding_damping;
    at[Entry::by_law] = work.by_law;
    for (int k = 0; k < 3; ++k) {
      at[Entry::lost_sliding + k] = -work.springs[k] - changes.springs[k] + changes.ended[k];
      at[Entry::by_law] += state.stored.contacts[side][1 + k] - state.reference.contacts[side][1 + k] -
          changes.springs[k] + changes.ended[k];
    }
    made += at[Entry::by_law];
    by_step += at[Entry::normal] - state.reference.contacts[side][0] + work.elastic + changes.adhesion;
    for (int k = Entry::lost_normal; k <= Entry::lost_twisting; ++k) lost += at[k];
  }
  value[Entry::box] = state.work.of_box + state.changes.by_box;
  value[Entry::moving_walls] = state.work.of_walls;
  value[Entry::gravity] = state.work.of_gravity;
  value[Entry::other_forces] = state.work.of_other_forces;
  value[Entry::added] = state.changes.added;
  double put_in = 0.0;
  for (int k = Entry::box; k <= Entry::other_forces; ++k) put_in += value[k];
  value[Entry::time_step] = by_step;
  value[Entry::residual] = state.stored.total() - state.reference.total() - put_in - made - by_step + lost;
  return out;
}

}    // namespace granular_srt
