#pragma once

#include "spring_periods.h"

namespace granular_srt::contact {

/// Tangent stiffnesses of the modes of a contact at its overlap, as if no mode slipped: of the normal mode dF_ne/d delta,
/// of sliding d|F_s| per displacement [force/length]; of rolling and twisting the torque on i per angle by which i turns
/// relative to j [force length].
///
/// One rotation about n and across loads the springs of rolling and twisting from rest: laws are linear below their caps.
/// With `rolling tracking`, whose torques need not be opposite, both bodies turn by half of the angle, in opposite
/// directions.
/// \param terms  of Contact::loads_with_terms
inline std::array<double, n_modes> tangent_stiffnesses(const AnyContact &law,
                                                       const AnyContact::Terms<double> &terms)
{
  Geometry<double> geometry = terms.frame.geometry;
  geometry.separation = {geometry.distance, 0.0, 0.0};
  const Vec3<double> n{1.0, 0.0, 0.0}, axis{0.0, 0.0, 1.0}, none{0.0, 0.0, 0.0};
  Motion<double> motion = terms.frame.motion;
  motion.v_i = motion.v_j = motion.by_box = none;
  motion.omega_i = (geometry.wall ? 1.0 : 0.5) * (n + axis);
  motion.omega_j = motion.omega_i - (n + axis);
  const detail::Springs loads = detail::answer_to(law, geometry, motion);
  return {law.normal.stiffness_at(terms.F_ne, geometry.effective_radius), terms.sliding.stiffness,
          -0.5 * dot(loads.rolling.on_i - loads.rolling.on_j, axis), -loads.twisting};
}

}    // namespace granular_srt::contact
