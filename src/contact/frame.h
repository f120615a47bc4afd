#pragma once

#include "vec3.h"

#include <limits>

namespace granular_srt::contact {

/// Rate L = h' h^-1 with which a box moves the particles in it: dx/dt = v + L x. The edges of the box are the columns
/// of the upper triangular h, so L is upper triangular too [1/time].
struct BoxRate {
  double xx = 0.0, yy = 0.0, zz = 0.0, yz = 0.0, xz = 0.0, xy = 0.0;

  bool operator==(const BoxRate &) const = default;
};

/// Velocity of x_i relative to x_j by the motion of the box, L (x_i - x_j) [length/time]. x_j may be a periodic image:
/// the box moves the image with L x_j too, and the image has the velocity v_j.
template <class Real> GRANULAR_SRT_FN Vec3<Real> velocity_by_box(const BoxRate &rate, Vec3<Real> separation)
{
  return {Real(rate.xx) * separation.x + Real(rate.xy) * separation.y + Real(rate.xz) * separation.z,
          Real(rate.yy) * separation.y + Real(rate.yz) * separation.z, Real(rate.zz) * separation.z};
}

/// Motion of a box: rate, and position and velocity of its lower corner.
struct BoxFlow {
  BoxRate rate;
  Vec3<double> corner{0.0, 0.0, 0.0}, corner_velocity{0.0, 0.0, 0.0};    ///< [length], [length/time]

  /// Velocity with which the box moves a particle at x [length/time].
  [[nodiscard]] GRANULAR_SRT_FN Vec3<double> velocity_at(const Vec3<double> &x) const
  {
    return corner_velocity + velocity_by_box(rate, x - corner);
  }
};

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
  Vec3<Real> v_i, v_j;                  ///< velocities [length/time]
  Vec3<Real> omega_i, omega_j;          ///< angular velocities [1/time]
  Real effective_mass;                  ///< m_eff [mass]
  Real temperature_i, temperature_j;    ///< [temperature], read by heat laws only
  Real mean_mass = Real(not_given);    ///< harmonic mean of m_i and m_j; of the mobile body beside a held one
  Real mean_inertia = Real(not_given);    ///< of I_i and I_j likewise [mass length^2]
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

/// One of the two bodies of a contact. Any type with these functions is a body. Loops over many contacts use types that
/// load a value on demand. A wall is a held body of radius 0 (wall_body).
template <class Real> struct Body {
  Vec3<Real> v_, omega_;
  Real mass_, radius_, temperature_;
  Mask<Real> held_;

  /// Velocity [length/time]; of a wall, that of its surface at the foot, including its rotation.
  GRANULAR_SRT_FN Vec3<Real> v() const { return v_; }
  /// Angular velocity [1/time].
  GRANULAR_SRT_FN Vec3<Real> omega() const { return omega_; }
  /// Mass of the rigid body that the particle belongs to, otherwise its own mass [mass].
  GRANULAR_SRT_FN Real mass() const { return mass_; }
  GRANULAR_SRT_FN Real radius() const { return radius_; }
  /// Read by heat laws only.
  GRANULAR_SRT_FN Real temperature() const { return temperature_; }
  /// Whether the body does not react to forces: fix freeze, or a wall.
  GRANULAR_SRT_FN Mask<Real> held() const { return held_; }
};

template <class Real> GRANULAR_SRT_FN Body<Real> wall_body(Vec3<Real> v, Vec3<Real> omega, Real temperature)
{
  return {v, omega, Real(0), Real(0), temperature, Real(0) < Real(1)};
}

/// m_eff = m_i m_j/(m_i + m_j) of two free bodies [mass].
template <class Real> GRANULAR_SRT_FN Real reduced_mass(Real m_i, Real m_j)
{
  return m_i * m_j / (m_i + m_j);
}

/// Motion of two bodies, with their effective mass and, if wanted, the means of mass and inertia. Each body
/// counts as a homogeneous ball. If one body is held, these are the quantities of the other.
/// \param any_held  false where no body can be held: held() is then not called
/// \param means     whether a law reads Motion::mean_mass and mean_inertia
template <class BodyI, class BodyJ>
GRANULAR_SRT_FN auto motion_of(const BodyI &i, const BodyJ &j, bool any_held, bool means)
{
  using Real = decltype(i.mass());
  const auto unless_held = [&](Real of_i, Real of_j, Real both_free) {
    return select(j.held(), of_i, select(i.held(), of_j, both_free));
  };
  const Real m_i = i.mass(), m_j = j.mass();
  Motion<Real> motion;
  motion.effective_mass = reduced_mass(m_i, m_j);
  if (any_held) motion.effective_mass = unless_held(m_i, m_j, motion.effective_mass);
  if (means) {
    const Real I_i = ball_inertia(m_i, i.radius()), I_j = ball_inertia(m_j, j.radius());
    motion.mean_mass = Real(2) * reduced_mass(m_i, m_j);
    motion.mean_inertia = Real(2) * reduced_mass(I_i, I_j);
    if (any_held) {
      motion.mean_mass = unless_held(m_i, m_j, motion.mean_mass);
      motion.mean_inertia = unless_held(I_i, I_j, motion.mean_inertia);
    }
  }
  motion.v_i = i.v();
  motion.v_j = j.v();
  motion.omega_i = i.omega();
  motion.omega_j = j.omega();
  motion.temperature_i = i.temperature();
  motion.temperature_j = j.temperature();
  return motion;
}

/// Products of a force and the separation of its two points, xx yy zz xy xz yz [force length].
template <class Real> struct Virial {
  Real value[6];
};

template <class Real> GRANULAR_SRT_FN Virial<Real> virial_of(Vec3<Real> force, Vec3<Real> separation)
{
  return {{separation.x * force.x, separation.y * force.y, separation.z * force.z, separation.x * force.y,
           separation.x * force.z, separation.y * force.z}};
}

/// Virial with the products that are conjugate to the rates of a box: r_y F_x, r_z F_x, r_z F_y instead of xy xz yz.
/// The power of the box is -L:value. It differs from virial_of() if a contact exerts a net torque.
template <class Real> GRANULAR_SRT_FN Virial<Real> virial_of_box(Vec3<Real> force, Vec3<Real> separation)
{
  return virial_of(separation, force);
}

}    // namespace granular_srt::contact
