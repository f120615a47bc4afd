#pragma once

namespace granular_srt::contact {

/// A list of submodel types: the only registry an axis has (see models.h).
template <class... Models> struct TypeList {
  static constexpr int size = sizeof...(Models);
};

}    // namespace granular_srt::contact
