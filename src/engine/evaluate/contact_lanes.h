#pragma once

#include "contact_loop.h"
#include "lane_access.h"

#include "contact/touch.h"

#include <algorithm>
#include <type_traits>

namespace granular_srt::detail {

/// \file
/// Particles and histories of contacts as lanes: what a law reads and writes.

/// One atom per lane as a body of the laws (contact::Body). Values are gathered on demand. AtomOf: atom of a lane.
template <class Real, class AtomOf> struct BodyLanes {
  const ParticleArrays &particles;
  AtomOf atom_of;

  [[nodiscard]] Vec3<Real> x() const { return gathered(particles.x); }
  [[nodiscard]] Vec3<Real> v() const { return gathered(particles.v); }
  [[nodiscard]] Vec3<Real> omega() const { return gathered(particles.omega); }
  [[nodiscard]] Real radius() const { return values(particles.radius); }
  [[nodiscard]] Real mass() const { return values(particles.mass); }
  [[nodiscard]] Real temperature() const
  {
    return particles.temperature ? values(particles.temperature) : Real(0);
  }
  [[nodiscard]] contact::Mask<Real> held() const
  {
    if (!particles.frozen) return Real(0) > Real(0);
    const Real frozen = each_lane<Real>([&](int lane) {
      return static_cast<double>((particles.mask[atom_of(lane)] & particles.frozen) != 0);
    });
    return frozen > Real(0);
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

/// A pair of atoms in each lane.
template <class Real, class AtomI, class AtomJ>
auto pair_lanes(const ParticleArrays &particles, const ContactOptions &options, AtomI i_of, AtomJ j_of)
{
  const auto i = body_lanes<Real>(particles, i_of);
  const auto j = body_lanes<Real>(particles, j_of);
  // Most registers have no held atom, and they follow one another: the branch is cheaper than the selections.
  const bool any_held = particles.frozen != 0 && (i.any_held() || j.any_held());
  return contact::SpherePair{i, j, i.x() - j.x(), any_held, options.in_moving_box, options.box_rate};
}

inline auto pair_of(const ParticleArrays &particles, const ContactOptions &options, int i, int j)
{
  return pair_lanes<double>(
      particles, options, [i](int) { return i; }, [j](int) { return j; });
}

/// Doubles that hold the history of a contact of this law; for the generic law, of any combination of models.
template <class Law> constexpr int history_capacity()
{
  using Layout = contact::StaticLayout<Law>;
  return Layout::known ? std::max(Layout::value().size, 1) : contact::most_history_doubles;
}

/// Layout of the history in registers. There the slots of a static law are contiguous. In memory each axis
/// has as many doubles as the largest law of any pair of types needs.
template <class Law> constexpr contact::HistoryLayout layout_in_registers(contact::HistoryLayout layout)
{
  if constexpr (contact::StaticLayout<Law>::known)
    return contact::StaticLayout<Law>::value();
  else
    return layout;
}

/// Calls f(size, offset in memory, offset in registers) for each piece that is contiguous in both.
template <class Law, class F> void for_each_piece(const contact::HistoryLayout &layout, F f)
{
  if constexpr (contact::StaticLayout<Law>::known) {
    constexpr contact::HistoryLayout own = contact::StaticLayout<Law>::value();
    if (layout.rolling == own.rolling && layout.twisting == own.twisting) {
      f(constant_size<own.size>, 0, 0);
      return;
    }
    f(constant_size<own.rolling>, layout.tangential, 0);
    f(constant_size<own.twisting - own.rolling>, layout.rolling, own.rolling);
    f(constant_size<own.size - own.twisting>, layout.twisting, own.twisting);
  } else {
    f(layout.size, 0, 0);
  }
}

/// \param history  of a lane: where its doubles are in memory
template <class Law, class Real, class Place>
void load_history(const contact::HistoryLayout &layout, Place history, Real *slots)
{
  for_each_piece<Law>(layout, [&](auto size, int from, int to) {
    load_columns(
        size, [&](int lane) { return history(lane) + from; }, slots + to);
  });
}

template <class Law, class Real, class Place>
void store_history(const contact::HistoryLayout &layout, Place history, const Real *slots)
{
  for_each_piece<Law>(layout, [&](auto size, int to, int from) {
    if (size == 0) return;
    for_each_lane<Real>([&](auto lane) { store_columns<lane>(size, history(lane) + to, slots + from); });
  });
}

template <class Real> struct HalfOf {
  using type = Real;
};
template <class Half> struct HalfOf<contact::Twin<Half>> {
  using type = Half;
};

/// Without a second register, for functions in which it would save less time than it takes to compile.
template <class Real> using OneRegister = typename HalfOf<Real>::type;

/// The Real in which a law is evaluated. The generic law has too many live values for two registers side by side.
template <class Law, class Real>
using RealFor = std::conditional_t<contact::StaticLayout<Law>::known, Real, OneRegister<Real>>;

}    // namespace granular_srt::detail
