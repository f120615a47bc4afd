#pragma once

#include "contact.h"

#include <algorithm>

namespace granular_srt::contact {

/// Layout of a combination whose submodels are known when compiling: their slots one after the other.
/// `known` is false for the generic contact, whose layout is found at run time.
template <class Law> struct StaticLayout;

template <class Normal, class Damping, class Tangential, class Rolling, class Twisting, class Heat>
struct StaticLayout<Contact<Normal, Damping, Tangential, Rolling, Twisting, Heat>> {
  static constexpr bool known = requires {
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

template <class... Models> constexpr int most_doubles(TypeList<Models...>)
{
  return std::max({doubles_in(Models::slots)...});
}

/// No contact remembers more doubles than this, with any submodels, beside others of any types.
inline constexpr int most_history_doubles =
    most_doubles(TangentialModels{}) + most_doubles(RollingModels{}) + most_doubles(TwistingModels{});

}    // namespace granular_srt::contact
