// One step of one sphere in a moving cell: what comes before the new forces and what after them.

#ifndef GRANULAR_SRT_BAROSTAT_SPHERE_STEP_H
#define GRANULAR_SRT_BAROSTAT_SPHERE_STEP_H

#include "cell.h"
#include "sphere_motion.h"
#include "velocity_scaling.h"

namespace granular_srt::barostat {

/// Coefficients of half a step, the same for every sphere.
struct SphereStep {
  bool scale;    ///< whether the cell acts on the velocities
  VelocityScaling scaling;
  double kick;         ///< half a time step and units: dv = kick f/m
  double spin_kick;    ///< the same over the moment of inertia in m r^2: dw = spin_kick torque/(m r^2)
  bool drift;          ///< whether positions move
  double time;         ///< of the drift
  CellMap to_middle, to_end;    ///< of the cell, before and after the drift
};

/// Kick of velocity v[3] and spin omega[3] by a force [energy/length] and a torque [energy].
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void kick(const SphereStep &step, Real mass, Real radius, const Real *force,
                                   const Real *torque, Real *v, Real *omega)
{
  add_scaled(v, Real(step.kick) / mass, force);
  add_scaled(omega, Real(step.spin_kick) / (radius * radius * mass), torque);
}

/// Before the new forces: the cell's action on the velocity, then the kick.
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void first_kick(const SphereStep &step, Real mass, Real radius,
                                         const Real *force, const Real *torque, Real *v, Real *omega)
{
  if (step.scale) scale_velocity(step.scaling, v);
  kick(step, mass, radius, force, torque, v, omega);
}

/// After the new forces: the same in reverse order.
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void second_kick(const SphereStep &step, Real mass, Real radius,
                                          const Real *force, const Real *torque, Real *v, Real *omega)
{
  kick(step, mass, radius, force, torque, v, omega);
  if (step.scale) scale_velocity(step.scaling, v);
}

/// Half of the cell's motion, the drift, and the other half, of a position x[3].
/// \param moves    whether the sphere drifts
/// \param dilates  whether it moves along with the cell
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void drift(const SphereStep &step, bool moves, bool dilates, const Real *v,
                                    Real *x)
{
  if (dilates) move_with_cell(step.to_middle, x);
  if (moves) add_scaled(x, Real(step.time), v);
  if (dilates) move_with_cell(step.to_end, x);
}

/// Adds the kinetic stress of a homogeneous sphere, its spin included, to sum[6] [energy].
template <class Real>
GRANULAR_SRT_BAROSTAT_FN void add_sphere_kinetic(Real *sum, Real mass, Real radius, const Real *v,
                                                 const Real *omega)
{
  add_kinetic(sum, mass, v);
  add_kinetic(sum, Real(inertia_of_sphere) * mass * radius * radius, omega);
}

}    // namespace granular_srt::barostat

#endif
