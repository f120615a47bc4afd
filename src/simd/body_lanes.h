#pragma once

#include "contact_loop.h"
#include "gather.h"

namespace granular_srt::detail {

using contact::Body;

/// The double of one atom per lane.
/// \param atom_of  atom of a lane
template <class Real, class AtomOf> Real gather(const double *values, AtomOf atom_of)
{
  return each_lane<Real>([&](int lane) { return values[atom_of(lane)]; });
}

/// The vector of one atom per lane.
template <class Real, class AtomOf> Vec3<Real> gather_vectors(const double *rows, AtomOf atom_of)
{
  return gather_rows<Real>([&](int lane) { return rows + 3 * std::ptrdiff_t{atom_of(lane)}; });
}

/// One atom per lane, as the laws see it.
template <class Real, class AtomOf> Body<Real> gather_bodies(const ParticleArrays &particles, AtomOf atom_of)
{
  Body<Real> body;
  body.mass = particles.body_mass
      ? each_lane<Real>([&](int lane) { return mass_of(particles, atom_of(lane)); })
      : gather<Real>(particles.mass, atom_of);
  body.radius = gather<Real>(particles.radius, atom_of);
  body.v = gather_vectors<Real>(particles.v, atom_of);
  body.omega = gather_vectors<Real>(particles.omega, atom_of);
  body.temperature = particles.temperature ? gather<Real>(particles.temperature, atom_of) : Real(0);
  const Real frozen = particles.frozen
      ? each_lane<Real>([&](int lane) { return is_frozen(particles, atom_of(lane)) ? 1.0 : 0.0; })
      : Real(0);
  body.held = frozen > Real(0);
  return body;
}

}    // namespace granular_srt::detail
