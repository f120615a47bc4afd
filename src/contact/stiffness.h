#pragma once

#include "spring_periods.h"

namespace granular_srt::contact {

/// Tangent stiffnesses of the modes of a contact at its overlap, as if no mode slipped: of the normal mode dF_ne/d delta,
/// of sliding d|F_s| per displacement [force/length]; of rolling and twisting the torque on i per angle by which i turns
/// relative to j [force length].
///
/// A unit rotation loads the springs of rolling and twisting from rest: every law is linear below its cap. With the law
/// `rolling tracking`, whose torques need not be opposite, both bodies turn by half of the angle, in opposite directions.
/// \param terms  of Contact::loads_with_terms
inline std::array<double, n_modes> tangent_stiffnesses(const AnyContact &law,
                                                       const AnyContact::Terms<double> &terms)
{
  Geometry<double> geometry = terms.frame.geometry;
  geometry.separation = {geometry.distance, 0.0, 0.0};
  const Vec3<double> n{1.0, 0.0, 0.0}, axis{0.0, 0.0, 1.0}, none{0.0, 0.0, 0.0};
  Motion<double> motion = terms.frame.motion;
  motion.v_i = motion.v_j = motion.by_box = none;
  const auto turned = [&](Vec3<double> about) {
    motion.omega_i = geometry.wall ? about : 0.5 * about;
    motion.omega_j = motion.omega_i - about;
    return detail::answer_to(law, geometry, motion);
  };
  const RollingTorques<double> rolled = turned(axis).rolling;
  return {law.normal.stiffness_at(terms.F_ne, geometry.effective_radius), terms.sliding.stiffness,
          -0.5 * dot(rolled.on_i - rolled.on_j, axis), -turned(n).twisting};
}

}    // namespace granular_srt::contact
