#pragma once

#include "contact_loop.h"
#include "gather.h"

namespace granular_srt::detail {

/// One atom per lane as a body of the laws (contact::Body). Values are gathered on demand. AtomOf: atom of a lane.
template <class Real, class AtomOf> struct BodyLanes {
  const ParticleArrays &particles;
  AtomOf atom_of;

  [[nodiscard]] Vec3<Real> x() const { return gathered(particles.x); }
  [[nodiscard]] Vec3<Real> v() const { return gathered(particles.v); }
  [[nodiscard]] Vec3<Real> omega() const { return gathered(particles.omega); }
  [[nodiscard]] Real radius() const { return values(particles.radius); }
  [[nodiscard]] Real mass() const
  {
    if (!particles.body_mass) return values(particles.mass);
    return each_lane<Real>([&](int lane) { return mass_of(particles, atom_of(lane)); });
  }
  [[nodiscard]] Real temperature() const
  {
    return particles.temperature ? values(particles.temperature) : Real(0);
  }
  [[nodiscard]] contact::Mask<Real> held() const
  {
    if (!particles.frozen) return Real(0) > Real(0);
    return each_lane<Real>([&](int lane) { return is_frozen(particles, atom_of(lane)) ? 1.0 : 0.0; }) >
        Real(0);
  }

  /// Whether fix freeze holds an atom in one of the lanes.
  [[nodiscard]] bool any_held() const
  {
    int groups = 0;
    for_each_lane<Real>([&](auto lane) { groups |= particles.mask[atom_of(lane)]; });
    return (groups & particles.frozen) != 0;
  }

 private:
  [[nodiscard]] Real values(const double *array) const
  {
    return each_lane<Real>([&](int lane) { return array[atom_of(lane)]; });
  }
  [[nodiscard]] Vec3<Real> gathered(const double *rows) const
  {
    return gather_rows<Real>([&](int lane) { return rows + 3 * std::ptrdiff_t{atom_of(lane)}; });
  }
};

template <class Real, class AtomOf>
BodyLanes<Real, AtomOf> body_lanes(const ParticleArrays &particles, AtomOf atom_of)
{
  return {particles, atom_of};
}

}    // namespace granular_srt::detail
