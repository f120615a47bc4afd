#pragma once

namespace granular_srt::contact {

/// A list of types: the registry of the laws of an axis (models.h).
template <class... Models> struct TypeList {
  static constexpr int size = sizeof...(Models);
};

}    // namespace granular_srt::contact
