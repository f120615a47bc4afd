#pragma once

#include "gather.h"

#include "contact/static_layout.h"

#include <algorithm>

namespace granular_srt::detail {

/// \file
/// Histories of contacts between memory and registers.

/// Doubles that hold the history of a contact of this law; for the generic law, of any combination of models.
template <class Law> constexpr int history_capacity()
{
  using Layout = contact::StaticLayout<Law>;
  return Layout::known ? std::max(Layout::value().size, 1) : contact::most_history_doubles;
}

/// Layout of the history in registers. There the slots of a static law are contiguous. In memory each axis
/// has as many doubles as the largest law of any pair of types needs.
template <class Law> constexpr contact::HistoryLayout layout_in_registers(contact::HistoryLayout layout)
{
  if constexpr (contact::StaticLayout<Law>::known)
    return contact::StaticLayout<Law>::value();
  else
    return layout;
}

/// Calls f(size, offset in memory, offset in registers) for each piece that is contiguous in both.
template <class Law, class F> void for_each_piece(const contact::HistoryLayout &layout, F f)
{
  if constexpr (contact::StaticLayout<Law>::known) {
    constexpr contact::HistoryLayout own = contact::StaticLayout<Law>::value();
    if (layout.rolling == own.rolling && layout.twisting == own.twisting) {
      f(constant_size<own.size>, 0, 0);
      return;
    }
    f(constant_size<own.rolling>, layout.tangential, 0);
    f(constant_size<own.twisting - own.rolling>, layout.rolling, own.rolling);
    f(constant_size<own.size - own.twisting>, layout.twisting, own.twisting);
  } else {
    f(layout.size, 0, 0);
  }
}

/// \param history  of a lane: where its doubles are in memory
template <class Law, class Real, class Place>
void load_history(const contact::HistoryLayout &layout, Place history, Real *slots)
{
  for_each_piece<Law>(layout, [&](auto size, int from, int to) {
    load_columns(
        size, [&](int lane) { return history(lane) + from; }, slots + to);
  });
}

/// The inverse for the first `count` lanes.
template <class Law, class Real, class Place>
void store_history(const contact::HistoryLayout &layout, int count, Place history, const Real *slots)
{
  for_each_piece<Law>(layout, [&](auto size, int to, int from) {
    if (size == 0) return;
    for_each_lane<Real>([&](auto lane) {
      if (lane < count) store_columns<lane>(size, history(lane) + to, slots + from);
    });
  });
}

}    // namespace granular_srt::detail
