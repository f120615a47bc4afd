#include "single_contacts.h"

#include "contact/stiffness.h"

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

void SingleContacts::begin(bool wanted)
{
  contacts_.clear();
  histories_.clear();
  wanted_ = wanted;
  atoms_ = nullptr;
}

void SingleContacts::want_those_of(const std::vector<char> *atoms)
{
  if (!wanted_) atoms_ = atoms;
  wanted_ = true;
}

void SingleContacts::add(const LedgerContact &contact, std::span<const double> history)
{
  LedgerContact &added = contacts_.emplace_back(contact);
  added.history = histories_.size();
  added.history_size = history.size();
  histories_.insert(histories_.end(), history.begin(), history.end());
}

}    // namespace granular_srt
