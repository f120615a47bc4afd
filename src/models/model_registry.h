#pragma once

#include "contact/any_models.h"

#include <string>
#include <type_traits>
#include <vector>

namespace granular_srt {

/// The axes of a contact, in the order in which they are stored.
enum Axis { NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT, N_AXES };

/// The pair_coeff keyword of an axis; the normal model has none and is named first.
inline constexpr const char *axis_names[N_AXES] = {"normal",  "damping",  "tangential",
                                                   "rolling", "twisting", "heat"};

/// A submodel, read from its type.
struct ModelInfo {
  std::string key;
  std::vector<contact::Coefficient> coefficients;
  std::vector<double> swap_factors{};    ///< of its history, one per double
  std::string history{};                 ///< meaning of its history: those of equal size may differ in it
  int diagnostics = 0;                   ///< number of values that its diagnose() writes
};

namespace detail {
  template <class Model> ModelInfo info_of()
  {
    ModelInfo info{Model::key, {}};
    if constexpr (requires { Model::coefficients; })
      info.coefficients.assign(Model::coefficients.begin(), Model::coefficients.end());
    if constexpr (requires { Model::slots; }) {
      info.swap_factors.resize(contact::doubles_in(Model::slots));
      contact::swap_factors(Model::slots, info.swap_factors.data());
      for (const contact::Slot &slot : Model::slots) info.history += std::string(slot.meaning) + ";";
      info.diagnostics = contact::n_diagnostics<Model>;
    }
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

/// Index of a submodel in its list, -1 if the list has no submodel of that name.
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

/// "hertz/material, dmt or jkr": the submodels of a list for which holds(std::type_identity<Submodel>{}).
template <class... Models, class F> std::string models_where(contact::TypeList<Models...>, F &&holds)
{
  std::vector<std::string> names;
  const auto take = [&]<class Model>(std::type_identity<Model> model) {
    if (holds(model)) names.push_back(Model::key);
  };
  (take(std::type_identity<Models>{}), ...);
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " or " : ", ") + names[k];
  return text;
}

/// Calls f(std::type_identity<Submodel>{}) for the submodel with this index in the list.
template <class... Models, class F> auto with_model(contact::TypeList<Models...>, int which, F &&f)
{
  using First = std::tuple_element_t<0, std::tuple<Models...>>;
  decltype(f(std::type_identity<First>{})) result{};
  int index = 0;
  (void)((index++ == which ? (result = f(std::type_identity<Models>{}), true) : false) || ...);
  return result;
}

}    // namespace granular_srt
