#pragma once

#include "history.h"
#include "paths.h"

namespace granular_srt::contact {

/// \file
/// A spring with a static and a kinetic cap for sliding, rolling and twisting laws. Fang & Negrut (2020),
/// sections 3.1-3.3.
///
/// Each spring has a mode: 0 sticks, 1 slips. The cap of its load K |h| is the static one while it sticks and the
/// kinetic one while it slips. A spring beyond its cap is shortened to the cap and slips; a spring within its cap
/// sticks. The load therefore has the static cap in the step in which it begins to slip, and the kinetic cap
/// afterwards. The cap limits the spring only. The dashpot acts in every step in which the spring is within its cap
/// (as in the authors' programs; in the paper the dashpot always acts). A sticking load may thus exceed mu_s N.
///
/// A law with such springs has the place of the mode in its history, `mode`. It is not 0 if one of its springs slips.

/// Largest loads of a spring [force] or [force length].
template <class Real> struct Caps {
  Real when_sticking, when_slipping;
};

/// Caps of the tangential law, from the normal force. Laws of other modes scale them.
template <class Real, class Sliding>
GRANULAR_SRT_FN Caps<Real> sliding_caps(const Sliding &sliding, Real F_n0)
{
  return {(sliding.friction + sliding.static_excess) * F_n0, sliding.friction * F_n0};
}

template <class Real> GRANULAR_SRT_FN Caps<Real> operator*(Real factor, Caps<Real> caps)
{
  return {factor * caps.when_sticking, factor * caps.when_slipping};
}

template <class Real> struct Yield {
  Real factor;    ///< by which the spring is shortened
  Real mode;      ///< 1 where it slips
  Real damps;     ///< 1 where the dashpot acts
};

/// Mode of a spring and its shortening by the cap.
/// \param load    K |h| after the spring has moved
/// \param mode    mode in the step before
/// \param update  Frame::update. If it is false the mode does not change: the dashpot of a slipping spring remains off,
///                even if the spring is within its cap
template <class Real> GRANULAR_SRT_FN Yield<Real> yield(Real load, Real mode, Caps<Real> caps, bool update)
{
  const auto slipped = mode > Real(0.5);
  const Real cap = select(slipped, caps.when_slipping, caps.when_sticking);
  const auto beyond = load > cap;
  const Real factor = select(beyond, cap / select(beyond, load, Real(1)), Real(1));
  // a contact without normal force does not slip
  const Real slips = select(beyond, select(caps.when_sticking > Real(0), Real(1), Real(0)), Real(0));
  const Real damps = select(beyond, Real(0), update ? Real(1) : select(slipped, Real(0), Real(1)));
  return {factor, slips, damps};
}

}    // namespace granular_srt::contact
