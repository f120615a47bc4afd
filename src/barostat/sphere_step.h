#pragma once

#include "cell.h"
#include "sphere_motion.h"
#include "velocity_scaling.h"

/// \file
/// Two halves of the time step of one sphere in a moving cell: before and after the force computation.

namespace granular_srt::barostat {

/// Coefficients of one half of the time step, the same for all spheres.
struct SphereStep {
  bool scale;    ///< apply `scaling` to the velocities
  VelocityScaling scaling;
  double kick;    ///< half a time step times LAMMPS' ftm2v: dv = kick force/m
  double
      spin_kick;    ///< kick over the moment of inertia in units of m r^2: domega = spin_kick torque/(m r^2)
  bool drift;       ///< move the positions
  double time;      ///< duration of the drift [time]
  CellMap to_middle, to_end;    ///< motion of the cell before and after the drift
};

/// Kick of the velocity v[3] [length/time] and the angular velocity omega[3] [1/time].
/// \param force   [force]
/// \param torque  [force length]
template <class Real>
GRANULAR_SRT_FN void kick(const SphereStep &step, Real mass, Real radius, const Real *force,
                          const Real *torque, Real *v, Real *omega)
{
  add_scaled(v, Real(step.kick) / mass, force);
  add_scaled(omega, Real(step.spin_kick) / (radius * radius * mass), torque);
}

/// Update of the velocities before the force computation: scaling by the moving cell, then the kick.
template <class Real>
GRANULAR_SRT_FN void first_kick(const SphereStep &step, Real mass, Real radius, const Real *force,
                                const Real *torque, Real *v, Real *omega)
{
  if (step.scale) scale_velocity(step.scaling, v);
  kick(step, mass, radius, force, torque, v, omega);
}

/// Update of the velocities after the force computation: first_kick() in reverse order.
template <class Real>
GRANULAR_SRT_FN void second_kick(const SphereStep &step, Real mass, Real radius, const Real *force,
                                 const Real *torque, Real *v, Real *omega)
{
  kick(step, mass, radius, force, torque, v, omega);
  if (step.scale) scale_velocity(step.scaling, v);
}

/// Moves a position x[3] [length] with the first half of the cell's motion, by the drift, and with the second half.
/// \param moves    the sphere drifts
/// \param dilates  the sphere moves with the cell
/// \param v        velocity [length/time]
template <class Real>
GRANULAR_SRT_FN void drift(const SphereStep &step, bool moves, bool dilates, const Real *v, Real *x)
{
  if (dilates) move_with_cell(step.to_middle, x);
  if (moves) add_scaled(x, Real(step.time), v);
  if (dilates) move_with_cell(step.to_end, x);
}

/// Adds the kinetic stress of translation and rotation of a homogeneous sphere to sum[6] [energy].
template <class Real>
GRANULAR_SRT_FN void add_sphere_kinetic(Real *sum, Real mass, Real radius, const Real *v, const Real *omega)
{
  add_kinetic(sum, mass, v);
  add_kinetic(sum, Real(inertia_of_sphere) * mass * radius * radius, omega);
}

}    // namespace granular_srt::barostat
