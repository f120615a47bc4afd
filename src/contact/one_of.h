#pragma once

#include "annotate.h"
#include "type_list.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace granular_srt::contact {

/// One submodel out of a list, chosen at run time: a tagged union that is trivially copyable, so that it
/// can live on a GPU. any_models.h makes submodels of it.
template <class List> class OneOf;

template <class... Models> class OneOf<TypeList<Models...>> {
  static_assert((std::is_trivially_copyable_v<Models> && ...), "a submodel must be trivially copyable");

 public:
  OneOf() = default;

  template <class Model> explicit OneOf(const Model &model) : which_{index_of<Model>()}
  {
    std::memcpy(bytes_, &model, sizeof(Model));
  }

  /// Place of the held submodel in the list.
  [[nodiscard]] GRANULAR_SRT_FN int which() const { return which_; }

  template <class Model> static constexpr int index_of()
  {
    int index = 0, found = -1;
    ((std::is_same_v<Model, Models> ? (found = index++) : index++), ...);
    return found;
  }

  /// The held submodel as Model, which it must be.
  template <class Model> [[nodiscard]] GRANULAR_SRT_FN const Model &as() const
  {
    return *reinterpret_cast<const Model *>(bytes_);
  }

  /// Calls f with the held submodel; all calls must return the same type, which must have a default.
  template <class F> GRANULAR_SRT_FN auto visit(F &&f) const
  {
    using First = std::tuple_element_t<0, std::tuple<Models...>>;
    using Result = decltype(f(std::declval<const First &>()));
    Result result{};
    int index = 0;
    (void) ((index++ == which_ ? (result = f(as<Models>()), true) : false) || ...);
    return result;
  }

 private:
  alignas(Models...) unsigned char bytes_[std::max({sizeof(Models)...})]{};
  int which_ = 0;
};

}    // namespace granular_srt::contact
