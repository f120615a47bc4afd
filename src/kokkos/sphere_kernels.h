#pragma once

#include "kernel_sums.h"
#include "sphere_views.h"

#include "engine/evaluate/sphere_pass.h"

namespace granular_srt {

/// \file
/// Passes of fix nph/sphere on the device, one work item per sphere. The physics is in src/barostat.

/// Reads row i of a view as three doubles.
template <class View> KOKKOS_FUNCTION void load_row(const View &rows, const int i, double *row)
{
  for (int k = 0; k < 3; ++k) row[k] = static_cast<double>(rows(i, k));
}

/// Writes three doubles to row i of a view.
template <class View> KOKKOS_FUNCTION void store_row(const View &rows, const int i, const double *row)
{
  for (int k = 0; k < 3; ++k) rows(i, k) = row[k];
}

/// Mass, radius, velocity and angular velocity of one sphere in registers.
struct MovingSphere {
  double mass, radius, v[3], omega[3];

  KOKKOS_FUNCTION MovingSphere(const SphereViews &spheres, const int i) :
      mass{static_cast<double>(spheres.mass(i))}, radius{static_cast<double>(spheres.radius(i))}
  {
    load_row(spheres.v, i, v);
    load_row(spheres.omega, i, omega);
  }

  KOKKOS_FUNCTION void store(const SphereViews &spheres, const int i) const
  {
    store_row(spheres.v, i, v);
    store_row(spheres.omega, i, omega);
  }

  KOKKOS_FUNCTION void add_kinetic_stress(TensorSum &kinetic) const
  {
    barostat::add_sphere_kinetic(kinetic.value, mass, radius, v, omega);
  }
};

/// SpherePasses::first_half on the device.
struct FirstHalf {
  SphereViews spheres;
  SpherePass pass;

  KOKKOS_FUNCTION void operator()(const int i) const
  {
    const bool moves = (spheres.mask(i) & pass.group) != 0;
    const bool dilates = (spheres.mask(i) & pass.dilating) != 0;
    MovingSphere sphere(spheres, i);
    if (moves) {
      double force[3], torque[3];
      load_row(spheres.f, i, force);
      load_row(spheres.torque, i, torque);
      barostat::first_kick(pass.step, sphere.mass, sphere.radius, force, torque, sphere.v, sphere.omega);
      sphere.store(spheres, i);
    }
    if (!pass.step.drift) return;
    double x[3];
    load_row(spheres.x, i, x);
    barostat::drift(pass.step, moves, dilates, sphere.v, x);
    store_row(spheres.x, i, x);
  }
};

/// SpherePasses::second_half on the device, without kinetic stress.
struct SecondHalf {
  SphereViews spheres;
  SpherePass pass;

  KOKKOS_FUNCTION void operator()(const int i) const { kicked(i); }

  /// Updates sphere i and returns it.
  KOKKOS_FUNCTION MovingSphere kicked(const int i) const
  {
    MovingSphere sphere(spheres, i);
    if (!(spheres.mask(i) & pass.group)) return sphere;
    double force[3], torque[3];
    load_row(spheres.f, i, force);
    load_row(spheres.torque, i, torque);
    barostat::second_kick(pass.step, sphere.mass, sphere.radius, force, torque, sphere.v, sphere.omega);
    sphere.store(spheres, i);
    return sphere;
  }
};

/// SpherePasses::second_half on the device, with the kinetic stress of all spheres.
struct SecondHalfWithKineticStress {
  SecondHalf half;

  KOKKOS_FUNCTION void operator()(const int i, TensorSum &kinetic) const
  {
    half.kicked(i).add_kinetic_stress(kinetic);
  }
};

/// SpherePasses::kinetic_stress on the device.
struct KineticStress {
  SphereViews spheres;

  KOKKOS_FUNCTION void operator()(const int i, TensorSum &kinetic) const
  {
    MovingSphere(spheres, i).add_kinetic_stress(kinetic);
  }
};

/// Scales the velocities by the moving cell.
struct ScaleVelocities {
  SphereViews spheres;
  int group;    ///< bits of the atoms that are integrated
  barostat::VelocityScaling scaling;

  KOKKOS_FUNCTION void operator()(const int i) const
  {
    if (!(spheres.mask(i) & group)) return;
    double v[3];
    load_row(spheres.v, i, v);
    barostat::scale_velocity(scaling, v);
    store_row(spheres.v, i, v);
  }
};

/// Rotates the dipoles by the angular velocities.
struct RotateDipoles {
  SphereViews spheres;
  SphereViews::Types::t_kkfloat_1d_4 mu;
  int group;      ///< bits of the atoms that are integrated
  bool dlm;       ///< rotate_dipole_dlm(), which also changes the angular velocities
  double time;    ///< [time]

  KOKKOS_FUNCTION void operator()(const int i) const
  {
    const double length = mu(i, 3);
    if (!(spheres.mask(i) & group) || !(length > 0.0)) return;
    double dipole[3], omega[3];
    load_row(mu, i, dipole);
    load_row(spheres.omega, i, omega);
    if (dlm) {
      barostat::rotate_dipole_dlm(dipole, length, omega, time);
      store_row(spheres.omega, i, omega);
    } else {
      barostat::rotate_dipole(dipole, length, omega, time);
    }
    store_row(mu, i, dipole);
  }
};

}    // namespace granular_srt
