#pragma once

#include "damping/damping.h"
#include "heat/heat.h"
#include "normal/force.h"
#include "rolling/torques.h"
#include "tangential/friction.h"
#include "twisting/twisting.h"

#include <concepts>
#include <string_view>
#include <type_traits>

namespace granular_srt::contact {

/// A list of types: the registry of the laws of an axis (models.h).
template <class... Models> struct TypeList {
  static constexpr int size = sizeof...(Models);
};

/// \file
/// Requirements on a contact law. models.h checks every law of its lists with check_laws. The messages name the missing
/// member.

namespace detail {
  template <class Law> constexpr int n_coefficients = static_cast<int>(Law::coefficients.size());

  /// \param except  index of a coefficient whose dimension another law gives, -1 if there is none
  template <class Law> constexpr bool dimensions_given(int except)
  {
    for (int k = 0; k < n_coefficients<Law>; ++k)
      if (k != except && !Law::coefficients[k].dimension.known) return false;
    return true;
  }

  template <class Law> constexpr bool optional_come_last()
  {
    bool optional = false;
    for (const Coefficient &c : Law::coefficients) {
      if (optional && !c.optional) return false;
      optional = c.optional;
    }
    return true;
  }

  template <class Law> constexpr bool coefficient_is(int k, const char *name)
  {
    return k < n_coefficients<Law> && std::string_view(Law::coefficients[k].name) == name;
  }

  template <class Law> constexpr bool slots_complete()
  {
    for (const Slot &slot : Law::slots)
      if (!slot.dimension.known || (slot.swap_factor != 1 && slot.swap_factor != -1)) return false;
    return true;
  }
}    // namespace detail

// Members that several axes share.

// clang-format 14 breaks requires-expressions.
// clang-format off

template <class Law>
concept HasCoefficients = requires {
  Law::coefficients.size();
  { *Law::coefficients.data() } -> std::convertible_to<Coefficient>;
};

template <class Law>
concept HasSlots = requires {
  Law::slots.size();
  { *Law::slots.data() } -> std::convertible_to<Slot>;
};

// The functions of a law, for a type of numbers. Laws are templates on it.

template <class Law, class Real>
concept NormalForceOf = requires(const Law law, const Frame<Real> &frame, Real x) {
  { law.force(frame) } -> std::same_as<NormalForce<Real>>;
  { law.contact_radius(x, x) } -> std::same_as<Real>;
};

template <class Law, class Real>
concept DampingOf = requires(const Law law, const Frame<Real> &frame, const NormalForce<Real> &normal) {
  { law.prefactor(frame, normal) } -> std::same_as<Real>;
};

template <class Law, class Real>
concept TangentialForceOf = requires(const Law law, const Frame<Real> &frame, Real x, Real *history) {
  { law.respond(frame, x, x, history) } -> std::same_as<TangentialForce<Real>>;
};

template <class Law, class Real>
concept TangentialCapOf = requires(const Law law, const Frame<Real> &frame, Real F_n0) {
  { law.cap(frame, F_n0) } -> std::same_as<Real>;
};

template <class Law, class Real>
concept RollingForceOf =
    Law::separate_torques || requires(const Law law, const Frame<Real> &frame, Real F_n0, Real *history) {
      { law.force(frame, F_n0, history) } -> std::same_as<Vec3<Real>>;
    };

template <class Law, class Real>
concept RollingTorquesOf = !Law::separate_torques ||
    requires(const Law law, const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding,
             Real *history) {
      { law.torques(frame, F_n0, sliding, history) } -> std::same_as<RollingTorques<Real>>;
    };

template <class Law, class Real>
concept TwistingTorqueOf = requires(const Law law, const Frame<Real> &frame, Real F_n0,
                                    const TangentialForce<Real> &sliding, Real *history) {
  { law.torque(frame, F_n0, sliding, history) } -> std::same_as<Real>;
};

/// Rolling and twisting laws.
template <class Law, class Real>
concept CapOf =
    requires(const Law law, const Frame<Real> &frame, Real F_n0, const TangentialForce<Real> &sliding) {
      { law.cap(frame, F_n0, sliding) } -> std::same_as<Real>;
    };

template <class Law>
concept DiagnosesSliding = Law::diagnostics.size() == 0 ||
    requires(const Law law, const Frame<double> &frame, const double *history, double *out) {
      law.diagnose(frame, 0.0, history, out);
    };

/// Rolling and twisting laws.
template <class Law>
concept DiagnosesTurning = Law::diagnostics.size() == 0 ||
    requires(const Law law, const Frame<double> &frame, const TangentialForce<double> &sliding,
             double *history, double *out) { law.diagnose(frame, 0.0, sliding, history, out); };

template <class Law, class Real>
concept HeatFlowOf = requires(const Law law, const Frame<Real> &frame, Real difference) {
  { law.flow(frame, difference) } -> std::same_as<Real>;
};

// All requirements of an axis, each with a message. The compiler names the law beside it.

namespace detail {
  template <class Law> constexpr void check_shared()
  {
    static_assert(requires { { Law::key } -> std::convertible_to<const char *>; },
                  "the law has no member `static constexpr const char *key`");
    static_assert(std::is_trivially_copyable_v<Law>, "the law is not trivially copyable: its data members must be plain numbers");
  }

  template <class Law, int except = -1> constexpr void check_coefficients()
  {
    static_assert(HasCoefficients<Law>,
                  "the law has no member `static constexpr std::array coefficients{Coefficient{...}, ...}`");
    if constexpr (HasCoefficients<Law>) {
      static_assert(dimensions_given<Law>(except),
                    "a member of `coefficients` has no dimension: Coefficient{\"name\", Allowed::..., units::...}");
      static_assert(optional_come_last<Law>(),
                    "a required member of `coefficients` follows an optional one");
    }
  }

  template <class Law> constexpr void check_slots()
  {
    static_assert(HasSlots<Law>, "the law has no member `static constexpr std::array slots{Slot{...}, ...}` or "
                                 "`static constexpr NoSlots slots{}`");
    if constexpr (HasSlots<Law>)
      static_assert(slots_complete<Law>(), "a member of `slots` has no dimension or a swap factor other than +1 and "
                                        "-1: Slot{SlotKind::..., +1, \"meaning\", units::...}");
  }

  template <class Law> constexpr void check_made_from_sides()
  {
    static_assert(requires(const Sides &sides) { { Law::make(sides) } -> std::same_as<Law>; },
                  "the law has no function `static Law make(const Sides &)`");
  }

  // What rolling and twisting laws have in common.
  template <class Law> constexpr void check_turning_law()
  {
    check_shared<Law>();
    check_coefficients<Law>();
    check_slots<Law>();
    check_made_from_sides<Law>();
    static_assert(CapOf<Law, double> && CapOf<Law, float>,
                  "the law has no function `template <class Real> Real cap(const Frame<Real> &, Real F_n0, const "
                  "TangentialForce<Real> &) const`");
    static_assert(DiagnosesTurning<Law>,
                  "the law has `diagnostics` but no function `template <class Real> void diagnose(const Frame<Real> &, "
                  "Real F_n0, const TangentialForce<Real> &, Real *history, Real *out) const`");
  }

}    // namespace detail

template <class Law> constexpr bool check_normal_law()
{
  detail::check_shared<Law>();
  static_assert(std::derived_from<Law, NormalDefaults>, "the law does not derive from NormalDefaults");
  static_assert(requires { { Law::hertzian } -> std::convertible_to<bool>; },
                "the law has no member `static constexpr bool hertzian`");
  detail::check_coefficients<Law, NormalDefaults::damping_coefficient>();
  if constexpr (HasCoefficients<Law>)
    static_assert(detail::coefficient_is<Law>(NormalDefaults::damping_coefficient, "eta_n0"),
                  "the second member of `coefficients` is not eta_n0, the coefficient of the damping law");
  if constexpr (HasCoefficients<Law> && std::derived_from<Law, NormalDefaults>)
    static_assert(!Law::has_elasticity ||
                      (detail::coefficient_is<Law>(0, "E") && detail::coefficient_is<Law>(2, "nu")),
                  "with has_elasticity the first and third of `coefficients` must be E and nu");
  detail::check_made_from_sides<Law>();
  static_assert(NormalForceOf<Law, double> && NormalForceOf<Law, float>,
                "the law has no function `template <class Real> NormalForce<Real> force(const Frame<Real> &) const`");
  static_assert(requires(const Law law, double x) { { law.stiffness_at(x, x) } -> std::same_as<double>; },
                "the law has no function `double stiffness_at(double force, double effective_radius) const`");
  static_assert(requires(const Law law, const Frame<double> &frame) { { law.energy(frame) } -> std::same_as<double>; },
                "the law has no function `template <class Real> Real energy(const Frame<Real> &) const`");
  return true;
}

template <class Law> constexpr bool check_damping_law()
{
  detail::check_shared<Law>();
  static_assert(std::derived_from<Law, DampingDefaults>, "the law does not derive from DampingDefaults");
  static_assert(requires { { Law::coefficient_dimension } -> std::convertible_to<Dimension>;
                           requires Law::coefficient_dimension.known; },
                "the law has no member `static constexpr Dimension coefficient_dimension = units::...`");
  static_assert(requires { { Law::make(0.0, true) } -> std::same_as<Law>; },
                "the law has no function `static Law make(double eta_n0, bool hertzian)`");
  static_assert(DampingOf<Law, double> && DampingOf<Law, float>,
                "the law has no function `template <class Real> Real prefactor(const Frame<Real> &, const "
                "NormalForce<Real> &) const`");
  return true;
}

template <class Law> constexpr bool check_tangential_law()
{
  detail::check_shared<Law>();
  static_assert(std::derived_from<Law, TangentialDefaults>, "the law does not derive from TangentialDefaults");
  detail::check_coefficients<Law>();
  detail::check_slots<Law>();
  static_assert(requires(const Sides &sides, const Elasticity &e) { { Law::make(sides, e) } -> std::same_as<Law>; },
                "the law has no function `static Law make(const Sides &, const Elasticity &)`");
  static_assert(TangentialForceOf<Law, double> && TangentialForceOf<Law, float>,
                "the law has no function `template <class Real> TangentialForce<Real> respond(const Frame<Real> &, "
                "Real F_n0, Real eta_n, Real *history) const`");
  static_assert(TangentialCapOf<Law, double> && TangentialCapOf<Law, float>,
                "the law has no function `template <class Real> Real cap(const Frame<Real> &, Real F_n0) const`");
  static_assert(requires(const double *c) { { Law::conflict(c, true) } -> std::same_as<Conflict>; },
                "`conflict` is not `static Conflict conflict(const double *, bool)`");
  static_assert(DiagnosesSliding<Law>, "the law has `diagnostics` but no function `template <class Real> void "
                                       "diagnose(const Frame<Real> &, Real F_n0, const Real *history, Real *out) const`");
  return true;
}

template <class Law> constexpr bool check_rolling_law()
{
  detail::check_turning_law<Law>();
  static_assert(std::derived_from<Law, RollingDefaults>, "the law does not derive from RollingDefaults");
  if constexpr (std::derived_from<Law, RollingDefaults>) {
    static_assert(RollingForceOf<Law, double> && RollingForceOf<Law, float>,
                  "the law has no function `template <class Real> Vec3<Real> force(const Frame<Real> &, Real F_n0, "
                  "Real *history) const`");
    static_assert(RollingTorquesOf<Law, double> && RollingTorquesOf<Law, float>,
                  "the law has separate_torques but no function `template <class Real> RollingTorques<Real> "
                  "torques(const Frame<Real> &, Real F_n0, const TangentialForce<Real> &, Real *history) const`");
  }
  return true;
}

template <class Law> constexpr bool check_twisting_law()
{
  detail::check_turning_law<Law>();
  static_assert(std::derived_from<Law, TwistingDefaults>, "the law does not derive from TwistingDefaults");
  static_assert(TwistingTorqueOf<Law, double> && TwistingTorqueOf<Law, float>,
                "the law has no function `template <class Real> Real torque(const Frame<Real> &, Real F_n0, const "
                "TangentialForce<Real> &, Real *history) const`");
  return true;
}

template <class Law> constexpr bool check_heat_law()
{
  detail::check_shared<Law>();
  static_assert(std::derived_from<Law, HeatDefaults>, "the law does not derive from HeatDefaults");
  detail::check_coefficients<Law>();
  detail::check_made_from_sides<Law>();
  static_assert(HeatFlowOf<Law, double> && HeatFlowOf<Law, float>,
                "the law has no function `template <class Real> Real flow(const Frame<Real> &, Real difference) const`");
  return true;
}

/// Whether check(std::type_identity<Law>{}) is true for all laws of a list.
template <class... Laws, class Check> constexpr bool check_laws(TypeList<Laws...>, Check check)
{
  return (check(std::type_identity<Laws>{}) && ...);
}

// clang-format on

}    // namespace granular_srt::contact
