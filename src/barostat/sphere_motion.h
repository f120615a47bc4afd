// One particle between two forces: velocity, spin, position, and the direction of its dipole.

#ifndef GRANULAR_SRT_BAROSTAT_SPHERE_MOTION_H
#define GRANULAR_SRT_BAROSTAT_SPHERE_MOTION_H

#include "annotate.h"

#include <cmath>

namespace granular_srt::barostat {

/// Moment of inertia of a homogeneous sphere and of a disc about its axis, over m r^2.
inline constexpr double inertia_of_sphere = 0.4;
inline constexpr double inertia_of_disc = 0.5;

/// y[3] += factor x[3]: kick of a velocity (time/mass x force) or of a spin (time/inertia x
/// torque), drift of a position (time x velocity).
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void add_scaled(Real *y, Real factor, const Real *x)
{
  for (int i = 0; i < 3; i++) y[i] = y[i] + factor * x[i];
}

/// Adds the kinetic stress m v v of a velocity, or I w w of a spin, to the sums xx yy zz xy xz yz
/// [energy].
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void add_kinetic(Real *sum, Real inertia, const Real *v)
{
  sum[0] = sum[0] + inertia * v[0] * v[0];
  sum[1] = sum[1] + inertia * v[1] * v[1];
  sum[2] = sum[2] + inertia * v[2] * v[2];
  sum[3] = sum[3] + inertia * v[0] * v[1];
  sum[4] = sum[4] + inertia * v[0] * v[2];
  sum[5] = sum[5] + inertia * v[1] * v[2];
}

/// Turns a dipole mu[3] of the given length by the spin omega [1/time] over `time`: an Euler step
/// of mudot = omega x mu, then back to its length.
GRANULAR_SRT_BAROSTAT_FN void turn_dipole(double *mu, double length, const double *omega,
                                          double time)
{
  const double g[3] = {mu[0] + time * (omega[1] * mu[2] - omega[2] * mu[1]),
                       mu[1] + time * (omega[2] * mu[0] - omega[0] * mu[2]),
                       mu[2] + time * (omega[0] * mu[1] - omega[1] * mu[0])};
  const double scale = length / std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  for (int i = 0; i < 3; i++) mu[i] = g[i] * scale;
}

/// Rotation in the plane (a, b) by the angle 2 atan(angle/2), which is `angle` up to its third
/// power and costs no trigonometry.
struct PlaneRotation {
  double cosine, sine;
};

GRANULAR_SRT_BAROSTAT_FN PlaneRotation plane_rotation(double angle)
{
  const double q = 0.25 * angle * angle;
  return {(1.0 - q) / (1.0 + q), angle / (1.0 + q)};
}

/// Turns a dipole and its spin by the five rotations x y z y x about body axes of A. Dullweber,
/// B. Leimkuhler, R. McLachlan, J. Chem. Phys. 107, 5840 (1997). The body's z axis is
/// the dipole. As in LAMMPS the spin is turned forwards by each rotation: its length is kept
/// exactly, its direction to second order in time.
GRANULAR_SRT_BAROSTAT_FN void turn_dipole_dlm(double *mu, double length, double *omega,
                                              double time)
{
  // rows of q: the body axes in space, from the shortest rotation that takes z to the dipole
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
    // a half turn about x where the dipole points along -z
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) q[i][j] = i != j ? 0.0 : (i == 0 ? 1.0 : a[2]);
  }

  double w[3];
  for (int i = 0; i < 3; i++) w[i] = q[i][0] * omega[0] + q[i][1] * omega[1] + q[i][2] * omega[2];

  // rotation about body axis k by w[k] t, in the plane of the two axes that follow it
  const auto rotate = [&](int k, double t) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const PlaneRotation r = plane_rotation(t * w[k]);
    const double wi = w[i], wj = w[j];
    w[i] = r.cosine * wi - r.sine * wj;
    w[j] = r.sine * wi + r.cosine * wj;
    for (int n = 0; n < 3; n++) {
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

  for (int n = 0; n < 3; n++) {
    omega[n] = q[0][n] * w[0] + q[1][n] * w[1] + q[2][n] * w[2];
    mu[n] = q[2][n] * length;
  }
}

}    // namespace granular_srt::barostat

#endif
