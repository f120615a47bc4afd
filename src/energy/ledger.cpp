#include "ledger.h"

namespace granular_srt {

void Ledger::begin(bool each)
{
  contacts_.clear();
  for (AccountTotals &side : totals_) side = {};
  box_power_ = 0.0;
  virial_ = {};
  open_ = true;
  stale_ = false;
  wants_contacts_ = each;
  only_of_ = nullptr;
}

void Ledger::list_also(const std::vector<char> *of)
{
  if (!wants_contacts_) only_of_ = of;
  wants_contacts_ = true;
}

void Ledger::take_none_as_none()
{
  if (stale_) begin(true);
}

void Ledger::add(Side side, const AccountTotals &totals)
{
  take_none_as_none();
  totals_[side] += totals;
}

void Ledger::add_box_power(double power)
{
  take_none_as_none();
  box_power_ += power;
}

void Ledger::add_contact(const LedgerContact &contact)
{
  take_none_as_none();
  contacts_.push_back(contact);
}

void Ledger::add_virial(const double *virial)
{
  take_none_as_none();
  for (int k = 0; k < 6; ++k) virial_[k] += virial[k];
}

void Ledger::add_losses(double dt)
{
  for (const Side side : {between_particles, at_walls}) {
    LedgerChanges::OfContacts &changes = state.changes.side[side];
    const AccountTotals &totals = totals_[side];
    for (int k = 0; k < 5; ++k) changes.lost[k] += dt * totals.value[AccountSums::lost + k];
    changes.by_law += dt * totals.value[AccountSums::by_law];
    for (int mode = 0; mode < contact::n_modes; ++mode) changes.ended[mode] += totals.ended[mode];
  }
}

void Ledger::add_without_motion(Side side, int mode, double energy)
{
  state.changes.added += energy;
  state.reference.contacts[side][mode] += energy;
}

void Ledger::take_stored(LedgerStored &stored) const
{
  for (const Side side : {between_particles, at_walls})
    for (int mode = 0; mode < contact::n_modes; ++mode)
      stored.contacts[side][mode] = totals_[side].value[AccountSums::stored + mode];
}

}    // namespace granular_srt
