#pragma once

#include "box_rate.h"
#include "frame.h"

namespace granular_srt::contact {

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
    motion.mean_mass = Real(0.5) * (m_i + m_j);
    motion.mean_inertia = Real(0.5) * (I_i + I_j);
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
