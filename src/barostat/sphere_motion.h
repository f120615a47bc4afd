#pragma once

#include "voigt.h"

#include <cmath>

/// \file
/// Elementary updates of one particle: kick, drift, kinetic stress, rotation of a dipole.

namespace granular_srt::barostat {

/// Moment of inertia of a homogeneous sphere, and of a disc about its axis, in units of m r^2.
inline constexpr double inertia_of_sphere = 0.4;
inline constexpr double inertia_of_disc = 0.5;

/// y[3] += factor x[3]. Weight: factor mass, x acceleration, y force. Kick of a velocity: factor time/mass, x force.
/// Kick of an angular velocity: factor time/inertia, x torque. Drift of a position: factor time, x velocity.
template <class Real> GRANULAR_SRT_FN void add_scaled(Real *y, Real factor, const Real *x)
{
  for (int i = 0; i < 3; ++i) y[i] = y[i] + factor * x[i];
}

/// Potential energy of a mass at x[3] under a uniform acceleration[3].
template <class Real>
GRANULAR_SRT_FN Real potential_energy(Real mass, const Real *acceleration, const Real *x)
{
  return -(mass * (acceleration[0] * x[0] + acceleration[1] * x[1] + acceleration[2] * x[2]));
}

/// Adds the kinetic stress  inertia v v  of a velocity (inertia m) or an angular velocity (inertia I) to
/// sum[6] [energy], in the order xx yy zz xy xz yz of LAMMPS' computes.
template <class Real> GRANULAR_SRT_FN void add_kinetic(Real *sum, Real inertia, const Real *v)
{
  sum[0] = sum[0] + inertia * v[0] * v[0];
  sum[1] = sum[1] + inertia * v[1] * v[1];
  sum[2] = sum[2] + inertia * v[2] * v[2];
  sum[3] = sum[3] + inertia * v[0] * v[1];
  sum[4] = sum[4] + inertia * v[0] * v[2];
  sum[5] = sum[5] + inertia * v[1] * v[2];
}

/// Rotates a dipole mu[3] over `time` by an Euler step of  mudot = omega x mu,  and restores its length.
/// \param omega  angular velocity [1/time]
GRANULAR_SRT_FN void rotate_dipole(double *mu, double length, const double *omega, double time)
{
  const double g[3] = {mu[0] + time * (omega[1] * mu[2] - omega[2] * mu[1]),
                       mu[1] + time * (omega[2] * mu[0] - omega[0] * mu[2]),
                       mu[2] + time * (omega[0] * mu[1] - omega[1] * mu[0])};
  const double scale = length / std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  for (int i = 0; i < 3; ++i) mu[i] = g[i] * scale;
}

struct PlaneRotation {
  double cosine, sine;
};

/// Rotation by 2 atan(angle/2). It equals `angle` up to terms of third order and needs no trigonometric function.
GRANULAR_SRT_FN PlaneRotation plane_rotation(double angle)
{
  const double q = 0.25 * angle * angle;
  return {(1.0 - q) / (1.0 + q), angle / (1.0 + q)};
}

/// Rotates a dipole and its angular velocity over `time` by five rotations x y z y x about the body's axes:
/// A. Dullweber, B. Leimkuhler, R. McLachlan, J. Chem. Phys. 107, 5840 (1997). The dipole is the body's z axis.
/// As in LAMMPS, each rotation also rotates the angular velocity forwards: its magnitude is kept exactly, its
/// direction to second order in time.
GRANULAR_SRT_FN void rotate_dipole_dlm(double *mu, double length, double *omega, double time)
{
  // rows of q: the body axes in space, from the smallest rotation that maps z to the dipole
  double q[3][3];
  const double a[3] = {mu[0] / length, mu[1] / length, mu[2] / length};
  const double s2 = a[0] * a[0] + a[1] * a[1];
  if (s2 != 0.0) {
    const double c = (1.0 - a[2]) / s2;
    q[0][0] = 1.0 - c * a[0] * a[0];
    q[0][1] = q[1][0] = -c * a[0] * a[1];
    q[1][1] = 1.0 - c * a[1] * a[1];
    q[0][2] = -a[0];
    q[1][2] = -a[1];
    q[2][0] = a[0];
    q[2][1] = a[1];
    q[2][2] = 1.0 - c * s2;
  } else {
    // dipole along z: no rotation; along -z: half a turn about x
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) q[i][j] = i != j ? 0.0 : (i == 0 ? 1.0 : a[2]);
  }

  double w[3];
  for (int i = 0; i < 3; ++i) w[i] = q[i][0] * omega[0] + q[i][1] * omega[1] + q[i][2] * omega[2];

  // rotation about body axis k by the angle w[k] t, in the plane of the other two axes
  const auto rotate = [&](int k, double t) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const PlaneRotation r = plane_rotation(t * w[k]);
    const double wi = w[i], wj = w[j];
    w[i] = r.cosine * wi - r.sine * wj;
    w[j] = r.sine * wi + r.cosine * wj;
    for (int n = 0; n < 3; ++n) {
      const double qi = q[i][n], qj = q[j][n];
      q[i][n] = r.cosine * qi + r.sine * qj;
      q[j][n] = r.cosine * qj - r.sine * qi;
    }
  };
  rotate(0, 0.5 * time);
  rotate(1, 0.5 * time);
  rotate(2, time);
  rotate(1, 0.5 * time);
  rotate(0, 0.5 * time);

  for (int n = 0; n < 3; ++n) {
    omega[n] = q[0][n] * w[0] + q[1][n] * w[1] + q[2][n] * w[2];
    mu[n] = q[2][n] * length;
  }
}

}    // namespace granular_srt::barostat
