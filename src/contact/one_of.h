#pragma once

#include "annotate.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace granular_srt::contact {

/// A list of types: the registry of the laws of an axis (models.h).
template <class... Models> struct TypeList {
  static constexpr int size = sizeof...(Models);
};

namespace detail {
  template <class Model> struct Evaluated {
    using type = Model;
  };
  template <class Model>
  requires std::is_base_of_v<typename Model::Evaluated, Model>
  struct Evaluated<Model> {
    using type = typename Model::Evaluated;
    static_assert(sizeof(type) == sizeof(Model), "a submodel with data of its own is evaluated as itself");
  };
}    // namespace detail

/// Type that evaluates a submodel: the submodel itself, or its base `Evaluated` if it differs from this base only in
/// `make`. A submodel that also differs in another function must declare `using Evaluated` of itself.
template <class Model> using EvaluatedAs = typename detail::Evaluated<Model>::type;

/// One submodel of a list, chosen at run time: a tagged union. It is trivially copyable, so that it can be copied
/// to a GPU. any_models.h adds the functions of each axis.
template <class List> class OneOf;

template <class... Models> class OneOf<TypeList<Models...>> {
  static_assert((std::is_trivially_copyable_v<Models> && ...), "a submodel must be trivially copyable");

 public:
  OneOf() = default;

  template <class Model> explicit OneOf(const Model &model) : which_{index_of<Model>()}
  {
    std::memcpy(bytes_, &model, sizeof(Model));
  }

  /// Equal coefficients of the same submodel.
  bool operator==(const OneOf &) const = default;

  template <class Model> static constexpr int index_of()
  {
    int index = 0, found = -1;
    ((std::is_same_v<Model, Models> ? (found = index++) : index++), ...);
    return found;
  }

  /// The held submodel, whose type must be Model.
  template <class Model> [[nodiscard]] GRANULAR_SRT_FN const Model &as() const
  {
    return *reinterpret_cast<const Model *>(bytes_);
  }

  /// f(held submodel). The result has the same type for all submodels, with a default constructor.
  template <class F> GRANULAR_SRT_FN auto visit(F &&f) const
  {
    using First = std::tuple_element_t<0, std::tuple<Models...>>;
    using Result = decltype(f(std::declval<const First &>()));
    Result result{};
    int index = 0;
    (void)((index++ == which_ ? (result = f(as<Models>()), true) : false) || ...);
    return result;
  }

 private:
  alignas(Models...) unsigned char bytes_[std::max({sizeof(Models)...})]{};
  int which_ = 0;    // index of the held submodel in the list
};

}    // namespace granular_srt::contact
