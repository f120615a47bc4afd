#pragma once

#include "contact.h"

#include <algorithm>

namespace granular_srt::contact {

/// History layout of a contact of concrete laws: their slots one after the other. `known` is false for
/// AnyContact, whose layout is determined at run time.
template <class Law> struct StaticLayout;

template <class Normal, class Damping, class Tangential, class Rolling, class Twisting, class Heat>
struct StaticLayout<Contact<Normal, Damping, Tangential, Rolling, Twisting, Heat>> {
  static constexpr bool known = requires
  {
    Tangential::slots;
    Rolling::slots;
    Twisting::slots;
  };

  static constexpr HistoryLayout value()
  {
    if constexpr (known)
      return consecutive_layout(doubles_in(Tangential::slots), doubles_in(Rolling::slots),
                                doubles_in(Twisting::slots));
    else
      return {};
  }
};

/// Largest number of doubles in the history of one law of a list.
template <class... Models> constexpr int most_doubles(TypeList<Models...>)
{
  return std::max({doubles_in(Models::slots)...});
}

/// Largest number of doubles in the history of a contact, with any laws.
inline constexpr int most_history_doubles =
    most_doubles(TangentialModels{}) + most_doubles(RollingModels{}) + most_doubles(TwistingModels{});

}    // namespace granular_srt::contact
