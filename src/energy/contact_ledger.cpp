#include "contact_ledger.h"

namespace granular_srt {

void ContactLedger::begin(bool each)
{
  contacts_.clear();
  for (AccountTotals &kind : totals_) kind = {};
  box_power_ = 0.0;
  virial_ = {};
  open_ = true;
  stale_ = false;
  wants_contacts_ = each;
  wanted_atoms_ = nullptr;
}

void ContactLedger::want_contacts_of(const std::vector<char> *atoms)
{
  if (!wants_contacts_) wanted_atoms_ = atoms;
  wants_contacts_ = true;
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

void ContactLedger::add_contact(const LedgerContact &contact)
{
  delete_stale();
  contacts_.push_back(contact);
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

void ContactLedger::take_stored(LedgerStored &stored) const
{
  for (const ContactKind kind : {between_particles, at_walls})
    for (int mode = 0; mode < contact::n_modes; ++mode)
      stored.contacts[kind][mode] = totals_[kind].value[AccountSums::stored + mode];
}

}    // namespace granular_srt
