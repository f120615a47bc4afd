#pragma once

#include "models.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace granular_srt::contact {

/// \file
/// One submodel per axis that holds any law of the list of this axis, chosen at run time. AnyContact (contact.h) is the
/// contact of these submodels. Contacts of concrete laws are compiled from the same template.

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
/// to a GPU. Derived structs below add the functions of each axis.
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

/// Number of diagnostics of a law: values of compute pair/local beside its loads.
template <class Model> inline constexpr int n_diagnostics = static_cast<int>(Model::diagnostics.size());

/// Largest number of diagnostics of one law of a list.
template <class... Models> constexpr int most_diagnostics(TypeList<Models...>)
{
  return std::max({n_diagnostics<Models>...});
}

/// Writes the diagnostics of the law that `any` holds; returns their number.
/// \param arguments  of the law's `diagnose` before `out`
template <class Any, class... Arguments>
int diagnose_held(const Any &any, double *out, const Arguments &...arguments)
{
  return any.visit([&](const auto &law) {
    constexpr int count = n_diagnostics<std::decay_t<decltype(law)>>;
    if constexpr (count > 0) law.diagnose(arguments..., out);
    return count;
  });
}

struct AnyNormal : OneOf<NormalModels> {
  using OneOf::OneOf;
  static constexpr bool needs_contact_radius = true;

  [[nodiscard]] GRANULAR_SRT_FN double pull_off_distance(double effective_radius) const
  {
    return visit([&](const auto &m) { return m.pull_off_distance(effective_radius); });
  }

  [[nodiscard]] double stiffness_at(double force, double effective_radius) const
  {
    return visit([&](const auto &m) { return m.stiffness_at(force, effective_radius); });
  }

  template <class Real> GRANULAR_SRT_FN Real contact_radius(Real overlap, Real effective_radius) const
  {
    return visit([&](const auto &m) { return m.contact_radius(overlap, effective_radius); });
  }

  template <class Real> GRANULAR_SRT_FN NormalForce<Real> force(const Frame<Real> &frame) const
  {
    return visit([&](const auto &m) { return m.force(frame); });
  }

  template <class Real> GRANULAR_SRT_FN Real energy(const Frame<Real> &frame) const
  {
    return visit([&](const auto &m) { return m.energy(frame); });
  }
};

struct AnyDamping : OneOf<DampingModels> {
  using OneOf::OneOf;
  static constexpr bool needs_contact_radius = true;

  template <class Real>
  GRANULAR_SRT_FN Real prefactor(const Frame<Real> &frame, const NormalForce<Real> &normal) const
  {
    return visit([&](const auto &m) { return m.prefactor(frame, normal); });
  }
};

struct AnyTangential : OneOf<TangentialModels> {
  using OneOf::OneOf;
  static constexpr bool needs_mean_inertia = true;
  static constexpr bool needs_contact_radius = true;

  template <class Real>
  GRANULAR_SRT_FN TangentialForce<Real> respond(const Frame<Real> &frame, Real F_n0, Real eta_n,
                                                Real *history) const
  {
    return visit([&](const auto &m) { return m.respond(frame, F_n0, eta_n, history); });
  }

  template <class Real> GRANULAR_SRT_FN Real cap(const Frame<Real> &frame, Real F_n0) const
  {
    return visit([&](const auto &m) { return m.cap(frame, F_n0); });
  }

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, Vec3<Real> slip,
                                            const Real *history) const
  {
    return visit([&](const auto &m) { return m.springs(frame, slip, history); });
  }

  template <class Real> GRANULAR_SRT_FN Vec3<Real> slip(const Frame<Real> &frame) const
  {
    return visit([&](const auto &m) { return m.slip(frame); });
  }

  int diagnose(const Frame<double> &frame, double F_n0, const double *history, double *out) const
  {
    return diagnose_held(*this, out, frame, F_n0, history);
  }
};

/// What AnyRolling and AnyTwisting have in common.
template <class Laws> struct AnyTurning : OneOf<Laws> {
  using OneOf<Laws>::OneOf;
  static constexpr bool needs_mean_inertia = true;
  static constexpr bool acts = true;
  static constexpr bool needs_contact_radius = true;

  template <class Real>
  GRANULAR_SRT_FN SpringState<Real> springs(const Frame<Real> &frame, const TangentialForce<Real> &sliding,
                                            const Real *history) const
  {
    return this->visit([&](const auto &m) { return m.springs(frame, sliding, history); });
  }

  int diagnose(const Frame<double> &frame, double F_n0, const TangentialForce<double> &sliding,
               double *history, double *out) const
  {
    return diagnose_held(*this, out, frame, F_n0, sliding, history);
  }
};

struct AnyRolling : AnyTurning<RollingModels> {
  using AnyTurning::AnyTurning;
  static constexpr bool separate_torques = true;

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding) const
  {
    return visit([&](const auto &m) { return rolling_torque_cap(m, frame, F_n0, sliding); });
  }

  template <class Real>
  GRANULAR_SRT_FN RollingTorques<Real> torques(const Frame<Real> &frame, Real F_n0,
                                               const TangentialForce<Real> &sliding, Real *history) const
  {
    return visit([&](const auto &m) { return rolling_torques(m, frame, F_n0, sliding, history); });
  }
};

struct AnyTwisting : AnyTurning<TwistingModels> {
  using AnyTurning::AnyTurning;

  template <class Real>
  GRANULAR_SRT_FN Real torque(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding,
                              Real *history) const
  {
    return visit([&](const auto &m) { return m.torque(frame, F_n0, sliding, history); });
  }

  template <class Real>
  GRANULAR_SRT_FN Real cap(const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding) const
  {
    return visit([&](const auto &m) { return m.cap(frame, F_n0, sliding); });
  }
};

struct AnyHeat : OneOf<HeatModels> {
  using OneOf::OneOf;
  static constexpr bool acts = true;
  static constexpr bool needs_contact_radius = true;

  template <class Real> GRANULAR_SRT_FN Real flow(const Frame<Real> &frame, Real difference) const
  {
    return visit([&](const auto &m) { return m.flow(frame, difference); });
  }
};

}    // namespace granular_srt::contact
