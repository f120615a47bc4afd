#pragma once

#include "contact/contact.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <type_traits>

namespace granular_srt {
namespace contact {

  /// Hooke's law with all modes of friction.
  using AllModesHooke = Contact<Hooke, MassVelocityDamping, LinearHistory, SdsRolling, SdsTwisting, NoHeat>;

  /// Contact laws with their own compiled functions: laws of the packing studies, common material laws and those of
  /// pair_style gran/*. Hertz also evaluates hertz/material, and RestitutionDamping evaluates tsuji and coeff_restitution
  /// (contact::EvaluatedAs). Two laws without heat choose damping, rolling and twisting at run time, which takes a fifth
  /// less time than the last one, the generic law. That one evaluates every other combination. With Hooke's law a fixed
  /// rolling model saves another eighth, with Hertz' law nothing.
  using CompiledLaws =
      TypeList<AllModesHooke,
               Contact<Hooke, MassVelocityDamping, LinearHistory, NoRolling, NoTwisting, NoHeat>,
               Contact<Hertz, RestitutionDamping, MindlinRescaleForce, SdsRolling, MarshallTwisting, NoHeat>,
               Contact<Hertz, ViscoelasticDamping, Mindlin, NoRolling, NoTwisting, NoHeat>,
               Contact<Hertz, RestitutionDamping, Mindlin, NoRolling, NoTwisting, NoHeat>,
               Contact<Hertz, RestitutionDamping, Mindlin, NoRolling, NoTwisting, AreaHeat>,
               // gran/hooke, gran/hooke/history and gran/hertz/history
               Contact<Hooke, MassVelocityDamping, LinearNoHistory, NoRolling, NoTwisting, NoHeat>,
               Contact<Hooke, MassVelocityDamping, LinearHistoryClassic, NoRolling, NoTwisting, NoHeat>,
               Contact<Hertz, ViscoelasticDamping, MindlinClassic, NoRolling, NoTwisting, NoHeat>,
               Contact<Hooke, AnyDamping, LinearHistory, SdsRolling, NoTwisting, NoHeat>,
               Contact<Hertz, AnyDamping, Mindlin, AnyRolling, AnyTwisting, NoHeat>,
               Contact<Hooke, AnyDamping, LinearHistory, AnyRolling, AnyTwisting, NoHeat>, AnyContact>;

  /// The contact laws whose accounts of energy have functions of their own; the last one, the generic law, serves all others.
  /// Loops with accounts take long to compile and are used in few runs.
  using AccountLaws = TypeList<AllModesHooke, AnyContact>;

}    // namespace contact

using contact::AccountLaws, contact::AllModesHooke, contact::CompiledLaws;

namespace detail {
  /// Whether Model evaluates a submodel chosen at run time. Any is AnyNormal, AnyDamping, ...
  template <class Model, class Any> bool is_evaluated_as(const Any &any)
  {
    if constexpr (std::is_same_v<Model, Any>)
      return true;
    else
      return any.visit(
          []<class Held>(const Held &) { return std::is_same_v<Model, contact::EvaluatedAs<Held>>; });
  }

  /// The submodel as the Model that evaluates it.
  template <class Model, class Any> Model evaluated_as(const Any &any)
  {
    if constexpr (std::is_same_v<Model, Any>)
      return any;
    else
      return any.visit([]<class Held>(const Held &held) -> Model {
        if constexpr (std::is_same_v<Model, contact::EvaluatedAs<Held>>) return held;
        return {};
      });
  }
}    // namespace detail

/// Whether Law evaluates a generic law, and the generic law as that type.
template <class Law> struct LawAs;

template <class N, class D, class T, class R, class W, class H>
struct LawAs<contact::Contact<N, D, T, R, W, H>> {
  static bool fits(const contact::AnyContact &law)
  {
    using detail::is_evaluated_as;
    return is_evaluated_as<N>(law.normal) && is_evaluated_as<D>(law.damping) &&
        is_evaluated_as<T>(law.tangential) && is_evaluated_as<R>(law.rolling) &&
        is_evaluated_as<W>(law.twisting) && is_evaluated_as<H>(law.heat);
  }
  static contact::Contact<N, D, T, R, W, H> of(const contact::AnyContact &law)
  {
    using detail::evaluated_as;
    return {evaluated_as<N>(law.normal),
            evaluated_as<D>(law.damping),
            evaluated_as<T>(law.tangential),
            evaluated_as<R>(law.rolling),
            evaluated_as<W>(law.twisting),
            evaluated_as<H>(law.heat),
            law.limit_damping,
            law.synchronized_verlet,
            law.lever_overlap};
  }
};

/// Calls take(std::type_identity<Law>{}, index) with the first law of a list that fits all of these laws.
template <class Take, class... Laws>
void with_first_law(std::span<const contact::AnyContact> laws, Take take, contact::TypeList<Laws...>)
{
  int index = 0;
  const auto fits = [&]<class Law>(std::type_identity<Law> type) {
    if (!std::all_of(laws.begin(), laws.end(), LawAs<Law>::fits)) return ++index, false;
    take(type, index);
    return true;
  };
  (void)(fits(std::type_identity<Laws>{}) || ...);
}

/// A contact law as one of a list of laws with functions of their own, such as CompiledLaws.
struct CompiledLaw {
  int index;                          ///< of its type in the list
  std::shared_ptr<const void> law;    ///< of that type
  contact::AnyContact generic;        ///< the same law
};

/// Whether a law has no option that only functions of the generic law are compiled for.
template <class Law> bool is_plain(const Law &law)
{
  return !law.synchronized_verlet;
}

/// Functions that evaluate laws in a loop, each with a pointer to the law as its first argument.
template <class Function, class Laws> struct LawFunctions {
  std::array<Function, Laws::size> plain;    ///< for plain laws and steps (is_plain), one per law of the list
  Function any;                              ///< for all laws and steps, as AnyContact

  /// \param plain_step  whether the step is plain
  template <class... Arguments>
  void evaluate(const CompiledLaw &law, bool plain_step, Arguments &&...arguments) const
  {
    if (plain_step && is_plain(law.generic))
      plain[law.index](law.law.get(), arguments...);
    else
      any(&law.generic, arguments...);
  }
};

namespace detail {
  /// Steps for which a function is compiled: with all options, or plain ones. Branches of the rare options take a tenth of
  /// the time of contacts, and would double what is compiled.
  enum class Steps { any, plain };
}    // namespace detail

/// The first of AccountLaws that fits, for steps with an account of energy.
CompiledLaw account_law(const contact::AnyContact &law);

/// The first of CompiledLaws that fits. The last one, the generic law, always fits.
CompiledLaw compiled_law(const contact::AnyContact &law);

}    // namespace granular_srt
