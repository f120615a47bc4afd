#pragma once

#include "sphere_motion.h"

#include <cmath>

/// \file
/// Motion of a rigid body: kick, drift, rotation by Richardson's extrapolation as in LAMMPS' fix rigid/small. The order of
/// operations is LAMMPS', so that the bits are the same. A body has a frame of three principal axes, axes[3 * axis +
/// dimension], and a unit quaternion q[4] of the same rotation, scalar first.

namespace granular_srt::barostat {

/// r[3] = the vector with these components along the axes.
template <class Real> GRANULAR_SRT_FN void from_body_frame(const Real *axes, const Real *components, Real *r)
{
  for (int i = 0; i < 3; ++i)
    r[i] = axes[i] * components[0] + axes[3 + i] * components[1] + axes[6 + i] * components[2];
}

/// r[3] = a[3] x b[3]
template <class Real> GRANULAR_SRT_FN void cross_product(const Real *a, const Real *b, Real *r)
{
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}

/// Angular velocity [1/time] from the angular momentum.
/// \param moments  principal moments of inertia [mass length^2], infinite for an axis about which the body does not turn
template <class Real>
GRANULAR_SRT_FN void angular_velocity(const Real *axes, const Real *moments, const Real *angmom, Real *omega)
{
  Real turning[3];
  for (int k = 0; k < 3; ++k) {
    const Real *axis = axes + 3 * k;
    turning[k] = (angmom[0] * axis[0] + angmom[1] * axis[1] + angmom[2] * axis[2]) / moments[k];
  }
  from_body_frame(axes, turning, omega);
}

/// The principal axes of a quaternion.
template <class Real> GRANULAR_SRT_FN void axes_of(const Real *q, Real *axes)
{
  const Real two(2.0);
  const Real ww = q[0] * q[0], ii = q[1] * q[1], jj = q[2] * q[2], kk = q[3] * q[3];
  const Real ij = q[1] * q[2], ik = q[1] * q[3], jk = q[2] * q[3];
  const Real wi = q[0] * q[1], wj = q[0] * q[2], wk = q[0] * q[3];
  axes[0] = ww + ii - jj - kk;
  axes[1] = two * (ij + wk);
  axes[2] = two * (ik - wj);
  axes[3] = two * (ij - wk);
  axes[4] = ww - ii + jj - kk;
  axes[5] = two * (jk + wi);
  axes[6] = two * (ik + wj);
  axes[7] = two * (jk - wi);
  axes[8] = ww - ii - jj + kk;
}

template <class Real> GRANULAR_SRT_FN void normalize_quaternion(Real *q)
{
  using std::sqrt;
  const Real scale = Real(1.0) / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; ++i) q[i] = q[i] * scale;
}

/// result = start + factor (0, omega) q, normalized: an Euler step of the quaternion.
template <class Real>
GRANULAR_SRT_FN void turn_quaternion(const Real *start, Real factor, const Real *omega, const Real *q,
                                     Real *result)
{
  const Real turn[4] = {-omega[0] * q[1] - omega[1] * q[2] - omega[2] * q[3],
                        q[0] * omega[0] + omega[1] * q[3] - omega[2] * q[2],
                        q[0] * omega[1] + omega[2] * q[1] - omega[0] * q[3],
                        q[0] * omega[2] + omega[0] * q[2] - omega[1] * q[1]};
  for (int i = 0; i < 4; ++i) result[i] = start[i] + factor * turn[i];
  normalize_quaternion(result);
}

/// Rotates q over a time step: twice the result of two half steps minus that of a full one.
/// \param half_step  half of the time step [time]
/// \param omega      in: at the beginning; out: in the middle of the step [1/time]
template <class Real>
GRANULAR_SRT_FN void rotate_body(Real half_step, const Real *moments, const Real *angmom, Real *omega,
                                 Real *q)
{
  const Real quarter = Real(0.5) * half_step, two(2.0);
  Real full[4], half[4], axes[9];
  turn_quaternion(q, half_step, omega, q, full);
  turn_quaternion(q, quarter, omega, q, half);
  axes_of(half, axes);
  angular_velocity(axes, moments, angmom, omega);
  turn_quaternion(half, quarter, omega, half, half);
  for (int i = 0; i < 4; ++i) q[i] = two * half[i] - full[i];
  normalize_quaternion(q);
}

}    // namespace granular_srt::barostat
