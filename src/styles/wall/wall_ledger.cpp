// Contacts of a wall for the ledger of energy.

#include "fix_wall_granular.h"

#include "atom.h"
#include "update.h"

#include <algorithm>

namespace granular_srt {

// Before the histories advance: this evaluation advances a copy, and has the same loads.
void FixWallGranular::enter_in_ledger(int law, const WallLoop &loop, ContactLedger &ledger)
{
  const auto only = [](int) { return 0; };
  const contact::AnyContact &one_law = laws_[law].law;
  const auto &places = batches_[law].places;
  const auto &touches = batches_[law].touches;
  std::vector<double> before(std::max(layout_.size, 1), 0.0), after;
  AccountSums sums;
  for (std::size_t k = 0; k < touches.size(); ++k) {
    if (touches[k].history) std::copy_n(touches[k].history, layout_.size, before.data());
    after = before;
    const detail::WallLanes<double, decltype(only)> one{loop, &touches[k], &places[k], only};
    const auto geometry = one.geometry();
    const int i = touches[k].i, place = static_cast<int>(k % terms_in_block);
    const auto account = contact::evaluated_account(one_law, geometry, one.motion(), loop.step, layout_,
                                                    before.data(), after.data());
    sums.add(place, account);
    if (ledger.wants_contacts())
      ledger.add_contact(LedgerContact::of(i, LedgerContact::wall, 1.0, geometry, account));
  }
  AccountTotals totals;
  totals.add(sums);
  ledger.add(at_walls, totals);
}

// Contacts of particle i that are not among parts_ any more.
void FixWallGranular::end_in_ledger(const WallLoop &loop, ContactLedger &ledger, int i)
{
  if (!loop.step.update) return;
  std::vector<double> before;
  for (int part = 0; part < wall_.shape->most_contacts(); ++part) {
    if (!history_.touching(i, part)) continue;
    if (std::find(parts_.begin(), parts_.end(), part) != parts_.end()) continue;
    before.assign(std::max(layout_.size, 1), 0.0);
    if (layout_.size > 0) std::copy_n(history_.values(i, part), layout_.size, before.data());
    AccountTotals totals;
    contact::ended_at_wall(law_of(atom->type[i]).law,
                           detail::body_lanes<double>(loop.particles, [i](int) { return i; }), loop.step.dt,
                           layout_, before.data(), totals.ended);
    ledger.add(at_walls, totals);
  }
}

}    // namespace granular_srt
