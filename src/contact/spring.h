#pragma once

#include "vec3.h"

namespace granular_srt::contact {

/// What the spring of a friction law does in one evaluation, for the account of a contact's energy (account.h).
template <class Real> struct SpringState {
  Real power;     ///< of its load on the two bodies, as the law sees their motion [energy/time]
  Real energy;    ///< that it stores [energy]
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

/// A spring that is remembered as its load F: it stores F^2/(2 k), nothing where k = 0.
template <class Real> GRANULAR_SRT_FN SpringState<Real> loaded_spring(Vec3<Real> F, Vec3<Real> v, Real k)
{
  const auto springy = k > Real(0);
  return {dot(F, v), select(springy, Real(0.5) * dot(F, F) / select(springy, k, Real(1)), Real(0))};
}

}    // namespace granular_srt::contact
