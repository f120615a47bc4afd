#pragma once

#include "frame.h"

namespace granular_srt::contact {

/// One of the two bodies of a contact. A wall is a body of radius 0 that is held (wall_body).
template <class Real> struct Body {
  Vec3<Real> v, omega;    ///< velocity [length/time]; angular velocity [1/time]
  Real mass;              ///< of the rigid body that the particle belongs to, else its own [mass]
  Real radius;            ///< [length]
  Real temperature;       ///< [temperature], read by heat laws only
  Mask<Real> held;        ///< whether the body does not react to forces: fix freeze, or a wall
};

/// A wall: v is the velocity of its surface at the foot, with what its turning contributes there.
template <class Real> GRANULAR_SRT_FN Body<Real> wall_body(Vec3<Real> v, Vec3<Real> omega, Real temperature)
{
  return {v, omega, Real(0), Real(0), temperature, Real(0) < Real(1)};
}

/// m_eff = m_i m_j/(m_i + m_j) of two free bodies [mass].
template <class Real> GRANULAR_SRT_FN Real reduced_mass(Real m_i, Real m_j)
{
  return m_i * m_j / (m_i + m_j);
}

/// A quantity of a pair of bodies: that of the free body where the other is held, `both_free` elsewhere.
template <class Real>
GRANULAR_SRT_FN Real unless_held(const Body<Real> &i, const Body<Real> &j, Real of_i, Real of_j,
                                 Real both_free)
{
  return select(j.held, of_i, select(i.held, of_j, both_free));
}

/// Motion of two bodies, with their effective mass and, if wanted, the means of mass and inertia. Each body
/// counts as a homogeneous ball.
/// \param any_held  false where no body can be held: the masks are then not read
/// \param means     whether a law reads Motion::mean_mass and mean_inertia
template <class Real>
GRANULAR_SRT_FN Motion<Real> motion_of(const Body<Real> &i, const Body<Real> &j, bool any_held, bool means)
{
  Motion<Real> motion;
  motion.v_i = i.v;
  motion.v_j = j.v;
  motion.omega_i = i.omega;
  motion.omega_j = j.omega;
  motion.temperature_i = i.temperature;
  motion.temperature_j = j.temperature;
  motion.effective_mass = reduced_mass(i.mass, j.mass);
  if (any_held) motion.effective_mass = unless_held(i, j, i.mass, j.mass, motion.effective_mass);
  if (means) {
    const Real I_i = ball_inertia(i.mass, i.radius), I_j = ball_inertia(j.mass, j.radius);
    motion.mean_mass = Real(0.5) * (i.mass + j.mass);
    motion.mean_inertia = Real(0.5) * (I_i + I_j);
    if (any_held) {
      motion.mean_mass = unless_held(i, j, i.mass, j.mass, motion.mean_mass);
      motion.mean_inertia = unless_held(i, j, I_i, I_j, motion.mean_inertia);
    }
  }
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

}    // namespace granular_srt::contact
