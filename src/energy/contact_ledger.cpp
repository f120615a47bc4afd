#include "contact_ledger.h"

namespace granular_srt {

void ContactLedger::begin(bool each, bool accounts)
{
  contacts.begin(each);
  for (AccountTotals &kind : totals_) kind = {};
  box_power_ = 0.0;
  virial_ = {};
  open_ = true;
  stale_ = false;
  wants_accounts_ = accounts;
}

void ContactLedger::delete_stale()
{
  if (stale_) begin(true);
}

void ContactLedger::add(ContactKind kind, const AccountTotals &totals)
{
  delete_stale();
  totals_[kind] += totals;
}

void ContactLedger::add_box_power(double power)
{
  delete_stale();
  box_power_ += power;
}

void ContactLedger::add_contact(const LedgerContact &contact, std::span<const double> history)
{
  delete_stale();
  contacts.add(contact, history);
}

void ContactLedger::add_virial(const double *virial)
{
  delete_stale();
  for (int k = 0; k < 6; ++k) virial_[k] += virial[k];
}

void ContactLedger::add_losses(double dt)
{
  for (const ContactKind kind : {between_particles, at_walls}) {
    LedgerChanges::OfContacts &changes = state.changes.contacts[kind];
    const AccountTotals &totals = totals_[kind];
    for (int k = 0; k < 5; ++k) changes.lost[k] += dt * totals.value[AccountSums::lost + k];
    changes.by_law += dt * totals.value[AccountSums::by_law];
    for (int mode = 0; mode < contact::n_modes; ++mode) changes.ended[mode] += totals.ended[mode];
  }
}

void ContactLedger::add_without_motion(ContactKind kind, int mode, double energy)
{
  state.changes.added += energy;
  state.reference.contacts[kind][mode] += energy;
}

void ContactLedger::take_stored(LedgerStored &stored, bool in_setup) const
{
  for (const ContactKind kind : {between_particles, at_walls})
    for (int mode = 0; mode < contact::n_modes; ++mode)
      stored.contacts[kind][mode] =
          totals_[kind].value[AccountSums::stored + mode] + (in_setup ? totals_[kind].ended[mode] : 0.0);
}

}    // namespace granular_srt
