// Contacts of a wall for the ledger of energy.

#include "mesh/mesh_surface.h"
#include "wall_contacts.h"

#include "atom.h"
#include "update.h"

#include <algorithm>
#include <numeric>

namespace granular_srt {

std::shared_ptr<ContactLedger> WallContacts::open_ledger() const
{
  auto ledger = ledger_.lock();
  return ledger && ledger->open() && update->whichflag == 1 ? ledger : nullptr;
}

// Before the history advances: this evaluation advances a copy, and has the same loads.
LedgerContact WallContacts::ledger_contact(int law, const WallLoop &loop, const WallTouch &touch,
                                           const WallContact &place, double *after) const
{
  const contact::CarriedMotion<double> by_box{true, box_->velocity_at(seen(touch.i).x), {0.0, 0.0, 0.0}};
  LedgerContact contact =
      LedgerContact::of(touch.i, LedgerContact::wall, false, 1.0, true, laws_.each[law].law,
                        detail::contact_at_wall(loop, touch, place), loop.step, laws_.layout, touch.history,
                        after, sees_box_ ? nullptr : &by_box);
  const MeshSurface *const mesh = wall_.shape->mesh();
  contact.wall_number = number_;
  contact.part = mesh ? mesh->triangles.triangles[place.triangle].number : place.part + 1;
  return contact;
}

void WallContacts::enter_growth(const contact::AnyContact &law, const WallLoop &loop, const WallTouch &touch,
                                const WallContact &place, ContactLedger &ledger) const
{
  const double *const before = ledger.radius_before();
  if (!before || before[touch.i] == loop.particles.radius[touch.i]) return;
  const auto energy = [&](const double *radius) {
    WallLoop with_radius = loop;
    with_radius.particles.radius = radius;
    return contact::normal_energy(law, detail::contact_at_wall(with_radius, touch, place), true);
  };
  ledger.add_growth(at_walls, energy(loop.particles.radius) - energy(before));
}

void WallContacts::enter_in_ledger(int law, const WallLoop &loop, ContactLedger &ledger)
{
  const Batch &batch = batches_[law];
  AccountSums sums;
  double after[contact::most_history_doubles];
  for (std::size_t k = 0; k < batch.touches.size(); ++k) {
    enter_growth(laws_.each[law].law, loop, batch.touches[k], batch.places[k], ledger);
    const LedgerContact one = ledger_contact(law, loop, batch.touches[k], batch.places[k], after);
    sums.add(static_cast<int>(k % terms_in_block), one.account);
    if (ledger.heat_at_walls) atom->heatflow[one.i] += *ledger.heat_at_walls * one.account.dissipated.total();
    if (ledger.contacts.wanted())
      ledger.add_contact(one, {after, static_cast<std::size_t>(laws_.layout.size)});
  }
  AccountTotals totals;
  totals.add(sums);
  ledger.add(at_walls, totals);
}

// Where a contact of particle i has ended in this step; without a separation if that is not known.
WallContact WallContacts::place_of_ended(const contact::AnyContact &law, int i, int part)
{
  std::vector<WallContact> places;
  const MeshSurface *const mesh = wall_.shape->mesh();
  const PeriodicImage at = seen(i);
  const double radius = atom->radius[i], far = contact::reach_of_ended(law, radius);
  // the overlap with several faces of a mesh depends on the reach: the nearest one that finds them is best
  for (const double reach : {mesh ? 1.001 * law.reach(radius, radius) : far, far}) {
    places.clear();
    wall_.shape->find(at.x, reach, places);
    if (mesh)
      match_contacts(history_, i, laws_.layout.size, mesh->turn_cosine, places.data(),
                     static_cast<int>(places.size()));
    for (WallContact &place : places) {
      if (place.part != part) continue;
      place.velocity = place.velocity - at.velocity;
      return place;
    }
  }
  return {};
}

// Contacts of particle i that are not among parts_ any more.
void WallContacts::end_in_ledger(const WallLoop &loop, ContactLedger &ledger, int i)
{
  std::vector<double> before;
  for (int k = 0; k < history_.contacts(i); ++k) {
    const int part = history_.part(i, k);
    if (std::find(parts_.begin(), parts_.end(), part) != parts_.end()) continue;
    before.assign(std::max(laws_.layout.size, 1), 0.0);
    if (laws_.layout.size > 0) std::copy_n(history_.values(i, part), laws_.layout.size, before.data());
    AccountTotals totals;
    const contact::AnyContact &law = laws_.of(atom->type[i]);
    WallContact place = place_of_ended(law, i, part);
    if (box_) subtract_box_velocity(i, place);
    detail::contact_at_wall(loop, {i, before.data()}, place)
        .ended(law, loop.step.dt, laws_.layout, before.data(), totals.ended);
    if (ledger.heat_at_walls)
      atom->heatflow[i] += *ledger.heat_at_walls *
          contact::rate_in(loop.step, std::accumulate(totals.ended, totals.ended + contact::n_modes, 0.0));
    ledger.add(at_walls, totals);
  }
}

}    // namespace granular_srt
