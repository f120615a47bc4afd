#pragma once

#include "vec3.h"

#include <limits>

namespace granular_srt::contact {

/// Positions and sizes of the two bodies. Body j is a sphere or a wall.
///
/// For a wall x_j is the point of its surface nearest to x_i (the foot), radius_j is 0, and the law is
/// that of a pair except for three things: the overlap is R_i - distance, the lever of F_s on i is R_i (between spheres
/// R_i - delta/2; both as in LAMMPS), and the rotation of n follows from the wall's curvature.
template <class Real> struct Geometry {
  Vec3<Real> separation;    ///< x_i - x_j [length]
  Real distance;            ///< |x_i - x_j|
  Real overlap;             ///< delta; negative while a JKR neck is stretched
  Real effective_radius;    ///< R
  Real radius_i, radius_j;
  bool wall = false;                ///< whether j is a wall
  Real wall_curvature = Real(0);    ///< of a wall [1/length]: 0 flat, > 0 convex, < 0 hollow; else unused
};

/// Whether two spheres overlap.
template <class Real>
GRANULAR_SRT_FN Mask<Real> overlapping(Real distance_squared, Real radius_i, Real radius_j)
{
  const Real sum = radius_i + radius_j;
  return distance_squared < sum * sum;
}

/// R = R_i R_j/(R_i + R_j) of two spheres [length].
/// \param sum  of the radii
template <class Real> GRANULAR_SRT_FN Real effective_radius(Real radius_i, Real radius_j, Real sum)
{
  return radius_i * radius_j / sum;
}

/// 1/R = 1/R_i + curvature of a sphere and a wall, as LAMMPS has it with 1/curvature as the wall's radius.
/// curvature > -1/R_i [1/length].
template <class Real> GRANULAR_SRT_FN Real effective_radius_at_wall(Real radius, Real curvature)
{
  return radius / (Real(1) + radius * curvature);
}

/// Geometry of two spheres.
template <class Real>
GRANULAR_SRT_FN Geometry<Real> sphere_pair(Vec3<Real> separation, Real distance_squared, Real radius_i,
                                           Real radius_j)
{
  using std::sqrt;
  const Real sum = radius_i + radius_j, distance = sqrt(distance_squared);
  return {separation, distance, sum - distance, effective_radius(radius_i, radius_j, sum),
          radius_i,   radius_j};
}

/// Geometry of a sphere and a wall. A surface with two curvatures enters with their mean: a hollow cylinder
/// of radius R_c with -1/(2 R_c).
/// \param separation  from the foot to the centre of the sphere; distance is its length, > 0
template <class Real>
GRANULAR_SRT_FN Geometry<Real> curved_wall(Vec3<Real> separation, Real distance, Real radius, Real curvature)
{
  return {separation, distance, radius - distance, effective_radius_at_wall(radius, curvature), radius,
          Real(0),    true,     curvature};
}

/// Geometry of a sphere and a flat wall: R = R_i.
template <class Real>
GRANULAR_SRT_FN Geometry<Real> flat_wall(Vec3<Real> separation, Real distance, Real radius)
{
  return {separation, distance, radius - distance, radius, radius, Real(0), true, Real(0)};
}

/// Motion, masses and temperatures of the two bodies. v_j of a wall is the velocity of its surface at the foot,
/// including its rotation, and omega_j its angular velocity. Only laws with Law::needs_mean_inertia read the two means;
/// for other laws they may be left out.
template <class Real> struct Motion {
  Vec3<Real> v_i, v_j;                    ///< velocities [length/time]
  Vec3<Real> omega_i, omega_j;            ///< angular velocities [1/time]
  Real effective_mass;                    ///< m_eff [mass]
  Real temperature_i, temperature_j;      ///< [temperature], read by heat laws only
  Real mean_mass = Real(not_given);       ///< (m_i + m_j)/2; of the mobile body beside a held one
  Real mean_inertia = Real(not_given);    ///< (I_i + I_j)/2 likewise [mass length^2]
  /// Contribution of a moving box to v_i - v_j, velocity_by_box(). Adding the default changes no number, not even -0.
  Vec3<Real> by_box = {Real(-0.0), Real(-0.0), Real(-0.0)};

  static constexpr double not_given = std::numeric_limits<double>::quiet_NaN();
};

/// Velocity of the center of i relative to that of j [length/time].
template <class Real> GRANULAR_SRT_FN Vec3<Real> relative_velocity(const Motion<Real> &motion)
{
  return (motion.v_i - motion.v_j) + motion.by_box;
}

/// Moment of inertia of a homogeneous ball about its centre, (2/5) m R^2 [mass length^2].
template <class Real> GRANULAR_SRT_FN Real ball_inertia(Real mass, Real radius)
{
  return Real(0.4) * mass * square(radius);
}

/// The step in which a contact is evaluated.
struct Step {
  double dt;      ///< time step [time]
  bool update;    ///< whether history advances
};

/// All data of a contact that a law may use (symbols as in conventions.h).
template <class Real> struct Frame {
  Vec3<Real> n;        ///< unit normal; at mid-step for synchronized_verlet
  Vec3<Real> n_end;    ///< unit normal at the end of the step
  Real overlap, effective_radius, contact_radius, effective_mass;
  Real v_n;          ///< [length/time]
  Vec3<Real> v_s;    ///< slip velocity [length/time]
  Vec3<Real> v_r;    ///< rolling velocity [length/time]
  Real w_t;          ///< twisting velocity [1/time]
  Real dt;
  bool update;
  bool synchronized;          ///< history is also rotated into the plane of n_end
  Geometry<Real> geometry;    ///< geometry of the contact, for laws that need more (paths.h)
  Motion<Real> motion;
};

}    // namespace granular_srt::contact
