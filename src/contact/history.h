#pragma once

#include "dimension.h"
#include "vec3.h"

#include <array>

namespace granular_srt::contact {

/// \file
/// History of a contact. Each submodel lists its slots; no other code depends on their meaning.
///
/// First touch: all slots are 0. Loss of contact: all slots return to 0.
/// Laws write slots only when Frame::update is set: not in the force evaluation in the setup of a run, and not when a
/// diagnostic requests a force.

enum class SlotKind {
  scalar,           ///< one double, unchanged by a rotation of the contact frame
  tangent_vector    ///< three doubles, kept in the plane normal to n (rotate_into_plane)
};

/// One quantity of the history.
struct Slot {
  SlotKind kind;
  int swap_factor;    ///< factor on relabelling i <-> j: -1 for a load or displacement of i
                      ///< relative to j, +1 for what is the same seen from either side
  const char *meaning;
  Dimension dimension = units::not_given;
};

using NoSlots = std::array<Slot, 0>;

template <std::size_t n> constexpr int doubles_in(const std::array<Slot, n> &slots)
{
  int count = 0;
  for (const Slot &slot : slots) count += slot.kind == SlotKind::tangent_vector ? 3 : 1;
  return count;
}

/// Writes one factor per double; returns the number of doubles.
template <std::size_t n> constexpr int swap_factors(const std::array<Slot, n> &slots, double *factors)
{
  int count = 0;
  for (const Slot &slot : slots)
    for (int k = 0; k < (slot.kind == SlotKind::tangent_vector ? 3 : 1); ++k)
      factors[count++] = slot.swap_factor;
  return count;
}

template <class Real> GRANULAR_SRT_FN Vec3<Real> load_vector(const Real *slots)
{
  return {slots[0], slots[1], slots[2]};
}

template <class Real> GRANULAR_SRT_FN void store_vector(Real *slots, Vec3<Real> value)
{
  slots[0] = value.x;
  slots[1] = value.y;
  slots[2] = value.z;
}

/// slots += value
template <class Real> GRANULAR_SRT_FN void add_vector(Real *slots, Vec3<Real> value)
{
  store_vector(slots, load_vector(slots) + value);
}

/// Rotates h into the plane normal to n and keeps its length; 0 if h is parallel to n.
/// Luding, Granular Matter 10, 235 (2008), Eq. (17). The LAMMPS manual prints the denominator as |h'| - n.h'; the
/// length is kept with |h' - (n.h') n|.
template <class Real> GRANULAR_SRT_FN Vec3<Real> rotate_into_plane(Vec3<Real> h, Vec3<Real> n)
{
  using std::sqrt;
  const Vec3<Real> in_plane = h - dot(h, n) * n;
  const Real kept_squared = dot(in_plane, in_plane);
  const auto nonzero = kept_squared > Real(0);
  // |h|/|h'| with a root and a quotient that are independent of each other
  const Real ratio = sqrt(dot(h, h) * kept_squared) * (Real(1) / select(nonzero, kept_squared, Real(1)));
  return select(nonzero, ratio, Real(0)) * in_plane;
}

/// Rotation as above, but only if the part along n is significant: |h.n| stiffness > 1e-10 cap. Below this limit the rotation is
/// rounding noise. stiffness [force per unit of h], cap [force].
template <class Real>
GRANULAR_SRT_FN Vec3<Real> follow_frame(Vec3<Real> h, Vec3<Real> n, Real stiffness, Real cap,
                                        Mask<Real> &turned)
{
  using std::fabs;
  turned = fabs(dot(h, n)) * stiffness > Real(1e-10) * cap;
  if (!needed(turned)) return h;
  return select(turned, rotate_into_plane(h, n), h);
}

}    // namespace granular_srt::contact
