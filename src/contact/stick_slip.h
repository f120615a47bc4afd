#pragma once

#include "history.h"
#include "paths.h"

namespace granular_srt::contact {

/// \file
/// The spring with a static and a kinetic cap of Fang & Negrut (2020), sections 3.1-3.3, which sliding,
/// rolling and spinning share.
///
/// Each spring has a mode: 0 sticks, 1 slips. Its load K |h| may reach the static cap while it sticks and
/// the kinetic one while it slips. A spring beyond its cap is shortened to it and slips; one within its cap
/// sticks, at once. So the load shows the static cap in the step in which it yields, then the kinetic one.
/// Only the spring is capped. The dashpot acts in every step in which the cap does not [the authors'
/// programs; the paper adds it always], so that a sticking load may exceed mu_s N.

/// Largest loads of a spring.
template <class Real> struct Caps {
  Real when_sticking, when_slipping;
};

/// Caps of sliding, from the normal force; the other modes scale them.
template <class Real, class Sliding>
GRANULAR_SRT_FN Caps<Real> sliding_caps(const Sliding &sliding, Real F_n0)
{
  return {(sliding.friction + sliding.static_excess) * F_n0, sliding.friction * F_n0};
}

template <class Real> GRANULAR_SRT_FN Caps<Real> operator*(Real factor, Caps<Real> caps)
{
  return {factor * caps.when_sticking, factor * caps.when_slipping};
}

/// What the caps make of a spring.
template <class Real> struct Yield {
  Real factor;    ///< on the spring's length
  Real mode;      ///< 1 where it slips
  Real damps;     ///< 1 where the dashpot acts
};

/// \param load    K |h| after the increment
/// \param update  false where nothing moves on: a spring that slips then keeps its dashpot off, though
///                it lies within its cap
template <class Real>
GRANULAR_SRT_FN Yield<Real> yield(Real load, Real mode, Caps<Real> caps, bool update)
{
  const auto slipped = mode > Real(0.5);
  const Real cap = select(slipped, caps.when_slipping, caps.when_sticking);
  const auto beyond = load > cap;
  const Real factor = select(beyond, cap / select(beyond, load, Real(1)), Real(1));
  // without normal force there is nothing to slip on
  const Real slips = select(beyond, select(caps.when_sticking > Real(0), Real(1), Real(0)), Real(0));
  const Real damps = select(beyond, Real(0), update ? Real(1) : select(slipped, Real(0), Real(1)));
  return {factor, slips, damps};
}

}    // namespace granular_srt::contact
