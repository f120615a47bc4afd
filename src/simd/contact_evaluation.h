#pragma once

#include "block_sums.h"
#include "contacts/contact_kernel.h"
#include "fetch_ahead.h"
#include "lane_memory.h"
#include "pair_means.h"
#include "touching_pairs.h"

#include "contact/static_layout.h"

#include "lmptype.h"

#include <algorithm>
#include <array>
#include <vector>

namespace granular_srt {

/// Evaluates contacts of one law and adds their loads to the particles.
/// \param law  points to the law, of the type that this function was made for
using Evaluate = void (*)(const void *law, const TouchingPairs &contacts, const ContactLoop &loop,
                          BlockSums &virial);

namespace detail {

  using contact::all;
  using contact::Loads;
  using contact::Motion;
  using contact::select;
  using contact::Vec3;

  // Room for the history of a contact, in doubles; for the generic one, of any combination of models.
  template <class Law> constexpr int room()
  {
    using Layout = contact::StaticLayout<Law>;
    return Layout::known ? std::max(Layout::value().size, 1) : contact::most_history_doubles;
  }

  // In registers the slots of a static law lie one after the other. In memory an axis has as much room as
  // the largest law of any pair of types needs.
  template <class Law> constexpr contact::HistoryLayout layout_in_slots(contact::HistoryLayout layout)
  {
    if constexpr (contact::StaticLayout<Law>::known)
      return contact::StaticLayout<Law>::value();
    else
      return layout;
  }

  // Calls f(size, offset in memory, offset in the slots) for each piece that is one in both.
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

  template <class Law, class Real, class Place>
  void load_history(const contact::HistoryLayout &layout, Place history, Real *slots)
  {
    for_each_piece<Law>(layout, [&](auto size, int from, int to) {
      load_columns(size, [&](int lane) { return history(lane) + from; }, slots + to);
    });
  }

  template <class Law, class Real, class Place>
  void store_history(const contact::HistoryLayout &layout, int count, Place history, const Real *slots)
  {
    for_each_piece<Law>(layout, [&](auto size, int to, int from) {
      if (size == 0) return;
      for_each_lane<Real>([&](auto lane) {
        if (lane < count) store_columns<lane>(size, history(lane) + to, slots + from);
      });
    });
  }

  template <class Real, class Contacts>
  Real effective_masses(const ContactLoop &loop, Contacts contacts)
  {
    if (loop.body_mass)
      return each_lane<Real>(
          [&](int lane) { return effective_mass(loop, contacts(lane).i, contacts(lane).j()); });
    const Real m_i = each_lane<Real>([&](int lane) { return loop.mass[contacts(lane).i]; });
    const Real m_j = each_lane<Real>([&](int lane) { return loop.mass[contacts(lane).j()]; });
    const Real m_eff = contact::reduced_mass(m_i, m_j);
    if (!loop.frozen) return m_eff;
    const auto frozen = [&](int atom) { return loop.mask[atom] & loop.frozen ? 1.0 : 0.0; };
    const Real i_frozen = each_lane<Real>([&](int lane) { return frozen(contacts(lane).i); });
    const Real j_frozen = each_lane<Real>([&](int lane) { return frozen(contacts(lane).j()); });
    return select(j_frozen > Real(0), m_i, select(i_frozen > Real(0), m_j, m_eff));
  }

  template <class Real>
  void add_virial(BlockSums &virial, int place, Real share, Vec3<Real> force, Vec3<Real> d)
  {
    const Real products[6] = {d.x * force.x, d.y * force.y, d.z * force.z,
                              d.x * force.y, d.x * force.z, d.y * force.z};
    for (int k = 0; k < 6; ++k)
      virial.set(k, place, virial.at<Real>(k, place) + share * products[k]);
  }

  // The loads that remain of a register in which some spheres no longer overlap. Calls end(lane) for each
  // contact that has ended.
  template <class Law, class Real, class End>
  Loads<Real> of_those_that_last(const Law &law, const contact::Geometry<Real> &geometry,
                                 Real distance_squared, const Loads<Real> &loads, End end)
  {
    const Real lasts = each_lane<Real>([&](int lane) {
      if (law.touches(lane_of(distance_squared, lane), lane_of(geometry.radius_i, lane),
                      lane_of(geometry.radius_j, lane), true))
        return 1.0;
      end(lane);
      return 0.0;
    });
    const auto kept = [&](Real load) { return select(lasts > Real(0), load, Real(0)); };
    const auto kept_vector = [&](Vec3<Real> load) -> Vec3<Real> {
      return {kept(load.x), kept(load.y), kept(load.z)};
    };
    Loads<Real> rest = loads;
    rest.force = kept_vector(loads.force);
    rest.torque_i = kept_vector(loads.torque_i);
    rest.torque_j = kept_vector(loads.torque_j);
    rest.heat = kept(loads.heat);
    return rest;
  }

  // One register of contacts(0), contacts(1), ..., of which the first `count` are evaluated; the results of
  // the others, which must be valid contacts too, are dropped. Calls end(lane) for each contact that has ended.
  template <class Law, class Real, class Contacts, class Histories, class End>
  void evaluate_register(const Law &law, Contacts contacts, Histories history_of, int count, int place,
                         const ContactLoop &loop, BlockSums &virial, End end)
  {
    const auto of_i = [&](const double *values) {
      return each_lane<Real>([&](int lane) { return values[contacts(lane).i]; });
    };
    const auto of_j = [&](const double *values) {
      return each_lane<Real>([&](int lane) { return values[contacts(lane).j()]; });
    };
    const auto row_of_i = [&](const double *rows) {
      return gather_rows<Real>([&](int lane) { return rows + 3 * std::ptrdiff_t{contacts(lane).i}; });
    };
    const auto row_of_j = [&](const double *rows) {
      return gather_rows<Real>([&](int lane) { return rows + 3 * std::ptrdiff_t{contacts(lane).j()}; });
    };
    Motion<Real> motion;
    motion.effective_mass = effective_masses<Real>(loop, contacts);
    const Real radius_i = of_i(loop.radius), radius_j = of_j(loop.radius);
    const Vec3<Real> separation = row_of_i(loop.x) - row_of_j(loop.x);
    const Real distance_squared = dot(separation, separation);
    const auto geometry = contact::sphere_pair(separation, distance_squared, radius_i, radius_j);
    motion.v_i = row_of_i(loop.v);
    motion.v_j = row_of_j(loop.v);
    motion.omega_i = row_of_i(loop.omega);
    motion.omega_j = row_of_j(loop.omega);
    if constexpr (Law::needs_mean_inertia) {
      if (loop.means) {
        const auto mean = [&](double contact::PairMeans::*one) {
          return each_lane<Real>(
              [&](int lane) { return means_of(loop, contacts(lane).i, contacts(lane).j()).*one; });
        };
        motion.mean_mass = mean(&contact::PairMeans::mass);
        motion.mean_inertia = mean(&contact::PairMeans::inertia);
      }
    }
    motion.temperature_i = loop.temperature ? of_i(loop.temperature) : Real(0);
    motion.temperature_j = loop.temperature ? of_j(loop.temperature) : Real(0);

    Real slots[room<Law>()];
    load_history<Law>(loop.layout, history_of, slots);
    Loads<Real> loads = law.loads(geometry, motion, loop.step, layout_in_slots<Law>(loop.layout), slots);
    if (!all(contact::overlapping(distance_squared, radius_i, radius_j))) [[unlikely]]
      loads = of_those_that_last(law, geometry, distance_squared, loads, [&](int lane) {
        if (lane < count) end(lane);
      });
    if (loop.step.update) store_history<Law>(loop.layout, count, history_of, slots);

    if (loop.special) {
      const Real factor = each_lane<Real>([&](int lane) { return loop.special[contacts(lane).special()]; });
      loads.force = factor * loads.force;
      loads.torque_i = factor * loads.torque_i;
      loads.torque_j = factor * loads.torque_j;
    }

    // what a ghost would get goes nowhere with newton off: a branch here costs more
    double nowhere[3] = {0.0, 0.0, 0.0};
    for_each_lane<Real>([&](auto lane) {
      if (lane >= count) return;
      const std::ptrdiff_t i = contacts(lane).i, j = contacts(lane).j();
      const bool served = j < loop.served;
      add_to_row<lane>(loop.f + 3 * i, loads.force);
      add_to_row<lane>(loop.torque + 3 * i, loads.torque_i);
      subtract_from_row<lane>(served ? loop.f + 3 * j : nowhere, loads.force);
      add_to_row<lane>(served ? loop.torque + 3 * j : nowhere, loads.torque_j);
    });
    if (loop.temperature)
      for_each_lane<Real>([&](auto lane) {
        if (lane >= count) return;
        const int i = contacts(lane).i, j = contacts(lane).j();
        loop.heatflow[i] += lane_of(loads.heat, lane);
        if (j < loop.served) loop.heatflow[j] -= lane_of(loads.heat, lane);
      });
    if (loop.tally)
      for_each_lane<Real>([&](auto lane) {
        if (lane < count)
          loop.tally->add(contacts(lane).i, contacts(lane).j(), row_of(loads.force, lane),
                          row_of(separation, lane));
      });

    // The share of a pair's virial that this rank counts: all of it with newton on, half for each atom it
    // owns with newton off.
    if (loop.virial) {
      const Real share = each_lane<Real>([&](int lane) {
        if (lane >= count) return 0.0;
        return contacts(lane).j() < loop.served ? 1.0 : 0.5;
      });
      add_virial(virial, place, share, loads.force, separation);
    }
  }

  // Whether contacts are without what few runs have.
  template <class Law> bool is_plain(const ContactLoop &loop, const Law &law)
  {
    return loop.step.update && !loop.special && !loop.temperature && !loop.tally && !loop.body_mass &&
        !law.limit_damping && !law.synchronized_verlet;
  }

  // Evaluates contacts from `first` on: all, or, if plain, whole registers. Returns the first of those that are left.
  // \param plain  is_plain, known when compiling: the branches for the rest take a tenth of the time
  template <class Law, class Real, bool plain>
  GRANULAR_SRT_FLATTEN int evaluate_from(int first, const void *law, TouchingPairs touching,
                                         const ContactLoop &arrays, BlockSums &virial)
  {
    // copies that nothing else can change: stay in registers
    const ContactLoop loop = arrays;
    const Law one = *static_cast<const Law *>(law);
    if (plain && !is_plain(loop, one)) __builtin_unreachable();
    constexpr int lanes = lanes_in<Real>;
    const int count = touching.count;
    FetchAhead ahead(touching.reach);
    for (; plain ? first + lanes <= count : first < count; first += lanes) {
      const int used = plain ? lanes : std::min(lanes, count - first);
      // the last of them once more in the lanes that are left
      const auto pair_of = [&](int lane) { return touching.which[first + (plain || lane < used ? lane : used - 1)]; };
      const auto contacts = [&](int lane) -> const ClosePair & { return touching.pairs[pair_of(lane)]; };
      const auto history_of = [&](int lane) { return touching.history_of(pair_of(lane), loop.layout.size); };
      if (lanes >= FetchAhead::contacts || first % FetchAhead::contacts == 0) {
        ahead.particles(loop, contacts(0).i);
        ahead.lists(touching, first);
      }
      ahead.histories(touching, first + lanes, loop.layout.size, constant_size<room<Law>() * lanes>);
      evaluate_register<Law, Real>(one, contacts, history_of, used, first % block, loop, virial,
                                   [&](int lane) { touching.ended->add(pair_of(lane)); });
    }
    return first;
  }

  template <class Law, class Real>
  void evaluate(const void *law, const TouchingPairs &touching, const ContactLoop &loop, BlockSums &virial)
  {
    int first = 0;
    if constexpr (lanes_in<Real> > 1)
      if (is_plain(loop, *static_cast<const Law *>(law)))
        first = evaluate_from<Law, Real, true>(first, law, touching, loop, virial);
    if (first < touching.count) evaluate_from<Law, Real, false>(first, law, touching, loop, virial);
  }

  template <class Real> struct HalfOf {
    using type = Real;
  };
  template <class Half> struct HalfOf<contact::Twin<Half>> {
    using type = Half;
  };

  // The generic law has too much in hand for two registers side by side.
  template <class Law, class Real>
  using RealFor = std::conditional_t<contact::StaticLayout<Law>::known, Real, typename HalfOf<Real>::type>;

  template <class Real, class... Laws>
  constexpr std::array<Evaluate, sizeof...(Laws)> evaluations_of(contact::TypeList<Laws...>)
  {
    return {evaluate<Laws, RealFor<Laws, Real>>...};
  }

}    // namespace detail
}    // namespace granular_srt
