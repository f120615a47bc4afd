#pragma once

#include "vec3.h"

namespace granular_srt::contact {

/// Power and energy of the spring of a friction law in one evaluation, for the energy account of a contact (account.h).
template <class Real> struct SpringState {
  Real power;     ///< of its load on the two bodies, with the velocities that the law uses [energy/time]
  Real energy;    ///< stored energy [energy]
};

template <class Real> GRANULAR_SRT_FN SpringState<Real> no_spring()
{
  return {Real(0), Real(0)};
}

/// A spring with the load -k xi in a motion with dxi/dt = v: it stores k xi^2/2.
template <class Real> GRANULAR_SRT_FN SpringState<Real> displaced_spring(Vec3<Real> xi, Vec3<Real> v, Real k)
{
  return {-k * dot(xi, v), Real(0.5) * k * dot(xi, xi)};
}

template <class Real> GRANULAR_SRT_FN SpringState<Real> displaced_spring(Real xi, Real v, Real k)
{
  return {-k * xi * v, Real(0.5) * k * xi * xi};
}

/// A spring whose history is its load F: it stores F^2/(2 k), and nothing if k = 0.
template <class Real> GRANULAR_SRT_FN SpringState<Real> loaded_spring(Vec3<Real> F, Vec3<Real> v, Real k)
{
  const auto springy = k > Real(0);
  return {dot(F, v), select(springy, Real(0.5) * dot(F, F) / select(springy, k, Real(1)), Real(0))};
}

}    // namespace granular_srt::contact
