#include "ledger_state.h"

namespace granular_srt {

// Friction has taken what it lost and what contacts that ended had. What else has changed the energy of its springs came
// from stiffnesses that change under load. All work of contacts that is neither stored nor lost nor made by a law was made by
// the time step.
LedgerEntries ledger_entries(const LedgerState &state)
{
  using Entry = LedgerEntries;
  Entry out;
  double *const value = out.value.data();
  value[Entry::translation] = state.stored.kinetic.translation;
  value[Entry::rotation] = state.stored.kinetic.rotation;
  double made = 0.0, lost = 0.0;
  // Velocity Verlet gives the work of the mean force to the product of two velocities at mid-step.
  double by_step = state.changes.at_ends - state.stored.half_step;
  for (const ContactKind kind : {between_particles, at_walls}) {
    double *const at = value + (kind == between_particles ? Entry::pairs : Entry::walls);
    const LedgerChanges::OfContacts &changes = state.changes.contacts[kind];
    for (int mode = 0; mode < 4; ++mode) at[mode] = state.stored.contacts[kind][mode];
    at[Entry::lost_normal] = changes.lost[0];
    at[Entry::lost_adhesion] = changes.ended[contact::in_normal];
    at[Entry::lost_sliding_damping] = changes.lost[1];
    at[Entry::by_law] = changes.by_law;
    double lost_here = changes.lost[0] + changes.lost[1];
    for (int k = 0; k < 3; ++k) {
      const double ended = changes.ended[contact::in_sliding + k];
      at[Entry::lost_sliding + k] = changes.lost[2 + k] + ended;
      at[Entry::by_law] += state.stored.contacts[kind][1 + k] - state.reference.contacts[kind][1 + k] + ended;
      lost_here += changes.lost[2 + k];
    }
    made += at[Entry::by_law];
    by_step += state.work.of_contacts[kind] + lost_here - changes.by_law + at[Entry::normal] -
        state.reference.contacts[kind][0] + changes.ended[contact::in_normal];
    for (int k = Entry::lost_normal; k <= Entry::lost_twisting; ++k) lost += at[k];
  }
  by_step += state.work.beyond_mid_step;
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
