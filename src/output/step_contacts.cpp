#include "step_contacts.h"

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

void LedgerContact::enter(const contact::AnyContact &law, const contact::AnyContact::Terms<double> &terms,
                          const contact::HistoryLayout &layout, const double *after)
{
  const contact::Geometry<double> &g = terms.frame.geometry;
  separation = g.separation;
  to_contact = (g.wall ? g.distance : g.radius_i - 0.5 * g.overlap) / g.distance;
  overlap = g.overlap;
  caps = contact::friction_caps<double>(law, terms);
  slips = {stored_slip(law.tangential, after + layout.tangential),
           stored_slip(law.rolling, after + layout.rolling),
           stored_slip(law.twisting, after + layout.twisting)};
}

void StepContacts::begin(bool wanted)
{
  contacts_.clear();
  histories_.clear();
  wanted_ = wanted;
  atoms_ = nullptr;
}

void StepContacts::want_those_of(const std::vector<char> *atoms)
{
  if (!wanted_) atoms_ = atoms;
  wanted_ = true;
}

void StepContacts::add(const LedgerContact &contact, std::span<const double> history)
{
  LedgerContact &added = contacts_.emplace_back(contact);
  added.history = histories_.size();
  added.history_size = history.size();
  histories_.insert(histories_.end(), history.begin(), history.end());
}

}    // namespace granular_srt
