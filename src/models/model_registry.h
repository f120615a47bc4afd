#pragma once

#include "contact/models.h"

#include <string>
#include <type_traits>
#include <vector>

namespace granular_srt {

/// The axes of a contact, in the order in which they are stored.
enum Axis { NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT, N_AXES };

/// The pair_coeff keyword of an axis; the normal model has none and is named first.
inline constexpr const char *axis_names[N_AXES] = {"normal",  "damping",  "tangential",
                                                   "rolling", "twisting", "heat"};

/// What pair_coeff needs to know of a submodel, read off its type.
struct ModelInfo {
  std::string key;
  std::vector<contact::Coefficient> coefficients;
};

namespace detail {
  template <class Model> ModelInfo info_of()
  {
    ModelInfo info{Model::key, {}};
    if constexpr (requires { Model::coefficients; })
      info.coefficients.assign(Model::coefficients.begin(), Model::coefficients.end());
    return info;
  }

  template <class... Models> std::vector<ModelInfo> infos_of(contact::TypeList<Models...>)
  {
    return {info_of<Models>()...};
  }
}    // namespace detail

/// The submodels of an axis, in the order of its type list.
inline const std::vector<ModelInfo> &models_of(Axis axis)
{
  static const std::vector<ModelInfo> all[N_AXES] = {
      detail::infos_of(contact::NormalModels{}),     detail::infos_of(contact::DampingModels{}),
      detail::infos_of(contact::TangentialModels{}), detail::infos_of(contact::RollingModels{}),
      detail::infos_of(contact::TwistingModels{}),   detail::infos_of(contact::HeatModels{})};
  return all[axis];
}

/// Place of a submodel in its list, -1 if there is none of that name.
inline int find_model(Axis axis, const std::string &key)
{
  const auto &models = models_of(axis);
  for (std::size_t k = 0; k < models.size(); ++k)
    if (models[k].key == key) return static_cast<int>(k);
  return -1;
}

/// "hooke, hertz, ..." for error messages.
inline std::string known_models(Axis axis)
{
  std::string names;
  for (const auto &model : models_of(axis)) names += (names.empty() ? "" : ", ") + model.key;
  return names;
}

/// Calls f with a std::type_identity of the submodel at that place in the list.
template <class... Models, class F>
auto with_model(contact::TypeList<Models...>, int which, F &&f)
{
  using First = std::tuple_element_t<0, std::tuple<Models...>>;
  decltype(f(std::type_identity<First>{})) result{};
  int index = 0;
  (void) ((index++ == which ? (result = f(std::type_identity<Models>{}), true) : false) || ...);
  return result;
}

}    // namespace granular_srt
