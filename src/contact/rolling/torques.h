#pragma once

#include "../frame.h"
#include "../tangential/friction.h"

namespace granular_srt::contact {

/// Rolling torques on the two bodies [force length].
template <class Real> struct RollingTorques {
  Vec3<Real> on_i, on_j;
};

/// Whether a rolling law has torques of its own on each body. Most have one pseudo-force F_r, which makes
/// R n x F_r on i and the opposite on j.
template <class Rolling>
inline constexpr bool has_separate_torques = requires { Rolling::separate_torques; };

/// Torques of any rolling law.
/// \param sliding  what the tangential law returned
template <class Rolling, class Real>
GRANULAR_SRT_FN RollingTorques<Real> rolling_torques(const Rolling &law, const Frame<Real> &frame,
                                                     Real F_n0, const TangentialForce<Real> &sliding,
                                                     Real *history)
{
  if constexpr (has_separate_torques<Rolling>) {
    return law.torques(frame, F_n0, sliding, history);
  } else {
    const Vec3<Real> F_r = law.force(frame, F_n0, history);
    const Vec3<Real> torque = frame.effective_radius * cross(frame.n, F_r);
    return {torque, -torque};
  }
}

}    // namespace granular_srt::contact
