#pragma once

#include "contact/contact.h"

#include <algorithm>
#include <span>
#include <type_traits>

namespace granular_srt {

/// The contact laws that have functions of their own, compiled for these submodels: those of the packing
/// studies, common material ones and those of pair_style gran/*. The last is the generic law, which serves every other combination.
using CompiledLaws = contact::TypeList<
    contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistory,
                     contact::SdsRolling, contact::SdsTwisting, contact::NoHeat>,
    contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistory, contact::NoRolling,
                     contact::NoTwisting, contact::NoHeat>,
    contact::Contact<contact::HertzMaterial, contact::TsujiDamping, contact::MindlinRescaleForce,
                     contact::SdsRolling, contact::MarshallTwisting, contact::NoHeat>,
    contact::Contact<contact::HertzMaterial, contact::ViscoelasticDamping, contact::Mindlin,
                     contact::NoRolling, contact::NoTwisting, contact::NoHeat>,
    // gran/hooke, gran/hooke/history and gran/hertz/history
    contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearNoHistory,
                     contact::NoRolling, contact::NoTwisting, contact::NoHeat>,
    contact::Contact<contact::Hooke, contact::MassVelocityDamping, contact::LinearHistoryClassic,
                     contact::NoRolling, contact::NoTwisting, contact::NoHeat>,
    contact::Contact<contact::Hertz, contact::ViscoelasticDamping, contact::MindlinClassic,
                     contact::NoRolling, contact::NoTwisting, contact::NoHeat>,
    contact::AnyContact>;

/// Whether a generic law has the submodels of Law, and the law as that type.
template <class Law> struct LawAs;

template <> struct LawAs<contact::AnyContact> {
  static bool fits(const contact::AnyContact &) { return true; }
  static contact::AnyContact of(const contact::AnyContact &law) { return law; }
};

template <class N, class D, class T, class R, class W, class H>
struct LawAs<contact::Contact<N, D, T, R, W, H>> {
  static bool fits(const contact::AnyContact &law)
  {
    return law.normal.which() == contact::AnyNormal::index_of<N>() &&
        law.damping.which() == contact::AnyDamping::index_of<D>() &&
        law.tangential.which() == contact::AnyTangential::index_of<T>() &&
        law.rolling.which() == contact::AnyRolling::index_of<R>() &&
        law.twisting.which() == contact::AnyTwisting::index_of<W>() &&
        law.heat.which() == contact::AnyHeat::index_of<H>();
  }
  static contact::Contact<N, D, T, R, W, H> of(const contact::AnyContact &law)
  {
    return {law.normal.as<N>(),  law.damping.as<D>(),     law.tangential.as<T>(),
            law.rolling.as<R>(), law.twisting.as<W>(),    law.heat.as<H>(),
            law.limit_damping,   law.synchronized_verlet, law.lever_overlap};
  }
};

namespace detail {
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
}    // namespace detail

/// Calls take(std::type_identity<Law>{}, index) with the first of CompiledLaws that fits all of these laws.
template <class Take> void with_compiled_law(std::span<const contact::AnyContact> laws, Take take)
{
  detail::with_first_law(laws, take, CompiledLaws{});
}

}    // namespace granular_srt
