#pragma once

#include "frame.h"

namespace granular_srt::contact {

/// \file
/// Rotation of n, and velocity of the contact point over each of the two bodies. Relative to body j, the centre
/// of i moves with u = v - distance (w_j x n). With its tangential part u_t
///   n turns by            turning_share u_t / distance   (a sphere: 1, a flat wall: 0)
///   the point travels     path_share u_t                 over j (a sphere: R_j/distance, a flat wall: 1)
/// A wall of curvature k has path_share = 1/(1 + k distance) and turning_share = k distance path_share.

/// Velocity whose part normal to n is distance dn/dt [length/time]; v = relative_velocity().
template <class Real>
GRANULAR_SRT_FN Vec3<Real> turning_travel(const Geometry<Real> &geometry, const Motion<Real> &motion,
                                          Vec3<Real> v)
{
  if (!geometry.wall) return v;
  const Real bend = geometry.wall_curvature * geometry.distance;
  const Real share = bend / (Real(1) + bend);
  return share * v + (Real(1) - share) * cross(motion.omega_j, geometry.separation);
}

/// Velocities of the contact point over the two surfaces, in the tangent plane [length/time].
template <class Real> struct Paths {
  Vec3<Real> over_i, over_j;

  /// Slip of i's surface relative to j's [length/time]. It differs from Frame::v_s by terms of order delta/R, and
  /// is zero when the pair turns as one rigid body.
  [[nodiscard]] GRANULAR_SRT_FN Vec3<Real> slip() const { return over_j - over_i; }
};

/// Kuhn & Bagi, Int. J. Solids Struct. 41, 5793 (2004), for spheres; Fang & Negrut (2020), section 2.1,
/// with increments dt over_i and dt over_j for their p_i and p_j (equal to second order in dt):
///   over_i = -R_i (dn/dt - w_i x n)
///   over_j = path_share (v_t - distance w_j x n)
/// A relabelling i <-> j exchanges the two without a sign.
template <class Real> GRANULAR_SRT_FN Paths<Real> contact_paths(const Frame<Real> &frame)
{
  const Geometry<Real> &g = frame.geometry;
  const Motion<Real> &m = frame.motion;
  const Vec3<Real> v = relative_velocity(m);
  const Vec3<Real> v_t = v - frame.v_n * frame.n;
  const Vec3<Real> carried = cross(m.omega_j, frame.n);    // dn/dt if n turned with body j
  const Vec3<Real> i_turns = g.radius_i * cross(m.omega_i, frame.n);
  if (!g.wall) {
    const Vec3<Real> turn = (Real(1) / g.distance) * v_t;
    return {i_turns - g.radius_i * turn, g.radius_j * (turn - carried)};
  }
  const Real share = Real(1) / (Real(1) + g.wall_curvature * g.distance);
  const Vec3<Real> over_j = share * (v_t - g.distance * carried);
  return {i_turns - g.radius_i * (g.wall_curvature * over_j + carried), over_j};
}

}    // namespace granular_srt::contact
