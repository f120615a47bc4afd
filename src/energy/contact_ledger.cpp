#include "contact_ledger.h"

#include "contact/stiffness.h"

#include <algorithm>

namespace granular_srt {
namespace {

  // Whether the law that `any` holds slips, if its history has it.
  template <class Any> std::optional<bool> stored_slip(const Any &any, const double *history)
  {
    return any.visit([&](const auto &law) -> std::optional<bool> {
      using Law = std::decay_t<decltype(law)>;
      if constexpr (requires { Law::mode; }) return history[Law::mode] > 0.5;
      return {};
    });
  }

}    // namespace

LedgerContact LedgerContact::of(int i, int j, bool twice, double factor, bool accounts,
                                const contact::AnyContact &law, const contact::Geometry<double> &g,
                                const contact::Motion<double> &motion, const contact::Step &step,
                                const contact::HistoryLayout &layout, const double *history, double *after,
                                const contact::CarriedMotion<double> *box)
{
  double before[contact::most_history_doubles];
  if (history)
    std::copy_n(history, layout.size, after);
  else
    std::fill_n(after, layout.size, 0.0);
  if (accounts) std::copy_n(after, layout.size, before);
  const double from_center = g.wall ? g.distance : g.radius_i - 0.5 * g.overlap;
  LedgerContact one{
      i,  j,  twice, (twice ? 0.5 : 1.0) * factor, g.separation, from_center / g.distance, g.overlap,
      {}, {}, {}};
  one.loads = law.loads_with_terms(g, motion, step, layout, after, [&](const auto &terms, const auto &sum) {
    one.caps = contact::friction_caps<double>(law, terms);
    if (!accounts) return;
    one.account = contact::account_of(law, terms, sum, step, layout, before, after);
    one.stiffness = contact::tangent_stiffnesses(law, terms);
    if (box) contact::carry(one.account, sum, terms.F_ne, terms.frame.n, *box);
  });
  one.slips = {stored_slip(law.tangential, after + layout.tangential),
               stored_slip(law.rolling, after + layout.rolling),
               stored_slip(law.twisting, after + layout.twisting)};
  return one;
}

void ContactLedger::begin(bool each, bool accounts)
{
  contacts_.clear();
  histories_.clear();
  for (AccountTotals &kind : totals_) kind = {};
  box_power_ = 0.0;
  virial_ = {};
  open_ = true;
  stale_ = false;
  wants_contacts_ = each;
  wants_accounts_ = accounts;
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

void ContactLedger::add_contact(LedgerContact contact, std::span<const double> history)
{
  delete_stale();
  contact.history = histories_.size();
  contact.history_size = history.size();
  histories_.insert(histories_.end(), history.begin(), history.end());
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

void ContactLedger::take_stored(LedgerStored &stored, bool in_setup) const
{
  for (const ContactKind kind : {between_particles, at_walls})
    for (int mode = 0; mode < contact::n_modes; ++mode)
      stored.contacts[kind][mode] =
          totals_[kind].value[AccountSums::stored + mode] + (in_setup ? totals_[kind].ended[mode] : 0.0);
}

}    // namespace granular_srt
