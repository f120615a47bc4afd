#pragma once

#include "block_sums.h"
#include "compiled_laws.h"
#include "contact_lanes.h"
#include "contact_loop.h"
#include "prefetch.h"

#include <algorithm>
#include <cstddef>

namespace granular_srt {

/// Evaluates contacts of one law and adds their loads to the particles.
/// \param law  points to the law, of the type that this function was compiled for
using EvaluateContacts = void (*)(const void *law, const ContactBatch &contacts, const ContactLoop &loop,
                                  BlockSums &virial);

using ContactFunctions = LawFunctions<EvaluateContacts, CompiledLaws>;

/// Whether a step has no option that only functions of the generic law are compiled for. Pairs with the factor 0 are in
/// no batch.
inline bool is_plain(const ContactLoop &loop)
{
  const double *const special = loop.options.special;
  return loop.options.step.update && !loop.loads.tally &&
      (!special ||
       std::all_of(special, special + 4, [](double factor) { return factor == 0.0 || factor == 1.0; }));
}

namespace detail {

  using contact::all;
  using contact::Loads;
  using contact::select;

  /// Adds force and torque of the first `count` contacts to their atoms.
  /// \param i_of, j_of  atoms of a lane
  template <class Real, class AtomI, class AtomJ>
  void add_forces(const LoadArrays &sums, const Loads<Real> &loads, AtomI i_of, AtomJ j_of, int count)
  {
    // Loads of ghosts go to the row of the first one with newton off: a minimum is no branch.
    const auto row_of_j = [&](int lane) { return 3 * std::ptrdiff_t{std::min(j_of(lane), sums.end)}; };
    if (count < lanes_in<Real>) [[unlikely]] {
      const Vec3<Real> vectors[] = {loads.force, loads.torque_i, loads.torque_j};
      double parts[3][3][lanes_in<Real>];
      for (int k = 0; k < 3; ++k) {
        store(parts[k][0], vectors[k].x);
        store(parts[k][1], vectors[k].y);
        store(parts[k][2], vectors[k].z);
      }
      for (int lane = 0; lane < count; ++lane) {
        const std::ptrdiff_t i = 3 * std::ptrdiff_t{i_of(lane)}, j = row_of_j(lane);
        for (int k = 0; k < 3; ++k) {
          sums.f[i + k] += parts[0][k][lane];
          sums.torque[i + k] += parts[1][k][lane];
          sums.f[j + k] -= parts[0][k][lane];
          sums.torque[j + k] += parts[2][k][lane];
        }
      }
      return;
    }
    for_each_lane<Real>([&](auto lane) {
      const std::ptrdiff_t i = 3 * std::ptrdiff_t{i_of(lane)}, j = row_of_j(lane);
      add_to_row<lane>(sums.f + i, loads.force);
      add_to_row<lane>(sums.torque + i, loads.torque_i);
      add_to_row<lane, std::minus<>>(sums.f + j, loads.force);
      add_to_row<lane>(sums.torque + j, loads.torque_j);
    });
  }

  /// Adds the heat flow of the first `count` contacts.
  template <class Real, class AtomI, class AtomJ>
  void add_heat(const LoadArrays &sums, Real heat, AtomI i_of, AtomJ j_of, int count)
  {
    double flow[lanes_in<Real>];
    store(flow, heat);
    for (int lane = 0; lane < count; ++lane) {
      const int i = i_of(lane), j = j_of(lane);
      sums.heatflow[i] += flow[lane];
      if (j < sums.end) sums.heatflow[j] -= flow[lane];
    }
  }

  /// Adds this rank's part of the virial of the first `count` contacts: all of it with newton on; with newton off half
  /// for each atom that it owns.
  /// \param place  of the register in its block of sums
  template <class Real, class AtomJ>
  void add_virial(const LoadArrays &sums, BlockSums &virial, int place,
                  const contact::Virial<Real> &of_contacts, AtomJ j_of, int count)
  {
    const Real of_rank =
        each_lane<Real>([&](int lane) { return 0.5 + 0.5 * static_cast<double>(j_of(lane) < sums.end); });
    const Real index = each_lane<Real>([](int lane) { return static_cast<double>(lane); });
    const Real share = select(index < Real(count), of_rank, Real(0));
    for (int k = 0; k < 6; ++k) virial.add(k, place, share * of_contacts.value[k]);
  }

  /// Loads without those of contacts that have ended. Calls end(lane) for each of these.
  /// \param radius  [atom], read again: else GCC keeps those of all lanes in memory for this rare case
  template <class Law, class Real, class Contacts, class End>
  Loads<Real> without_ended(const Law &law, const Contacts &contacts, const double *radius,
                            const Loads<Real> &loads, End end)
  {
    const Real lasts = each_lane<Real>([&](int lane) {
      const ClosePair &pair = contacts.contact_of(lane);
      if (acts(law.life(lane_of(contacts.distance_squared, lane), radius[pair.i], radius[pair.j()], true)))
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

  /// One register of contacts with the arguments of the laws.
  template <class Real, class ContactOf> struct Register {
    const contact::Geometry<Real> &geometry;
    const contact::Motion<Real> &motion;
    Real distance_squared;
    ContactOf contact_of;
    int count;    ///< of its contacts, from the first lane on
    int place;    ///< in the block of sums
  };

  /// Evaluates the law in a register: the loads without those of contacts that have ended. Steps with an account of
  /// energy use account_set.h instead.
  struct LoadsOnly {
    template <class Law, class Real, class ContactOf, class End>
    Loads<Real> operator()(const Law &law, const Register<Real, ContactOf> &contacts, const ContactLoop &loop,
                           const contact::HistoryLayout &layout, Real *history, End end)
    {
      const contact::Geometry<Real> &geometry = contacts.geometry;
      const Loads<Real> loads = law.loads(geometry, contacts.motion, loop.options.step, layout, history);
      if (all(contact::overlapping(contacts.distance_squared, geometry.radius_i, geometry.radius_j)))
          [[likely]]
        return loads;
      return without_ended(law, contacts, loop.particles.radius, loads, [&](int lane) {
        if (lane < contacts.count) end(lane);
      });
    }
  };

  /// Evaluates one register of contacts, contact_of(0), contact_of(1), ... Only the results of the first `count`
  /// are used; the others must be valid contacts too. Calls end(lane) for each contact that has ended.
  /// \param place  of the register in its block of sums
  /// \param evaluate  LoadsOnly, or another evaluation of the law
  template <class Law, class Real, class ContactOf, class HistoryOf, class End, class Evaluate>
  void evaluate_register(const Law &law, ContactOf contact_of, HistoryOf history_of, int count, int place,
                         const ContactLoop &loop, BlockSums &virial, End end, Evaluate &evaluate)
  {
    // Copies, which nothing else can change, stay in registers.
    const ParticleArrays particles = loop.particles;
    const ContactOptions options = loop.options;
    const LoadArrays sums = loop.loads;
    const auto i_of = [&](int lane) { return contact_of(lane).i; };
    const auto j_of = [&](int lane) { return contact_of(lane).j(); };

    const auto pair = pair_lanes<Real>(particles, options, i_of, j_of);
    const auto motion = pair.motion(Law::needs_mean_inertia && options.needs_means);
    const auto geometry = pair.geometry();

    Real history[history_capacity<Law>()];
    load_history<Law>(options.layout, history_of, history);
    Loads<Real> loads = evaluate(
        law, Register<Real, ContactOf>{geometry, motion, pair.distance_squared(), contact_of, count, place},
        loop, layout_in_registers<Law>(options.layout), history, end);
    if (options.step.update) store_history<Law>(options.layout, history_of, history);

    if (options.special) {
      const Real factor =
          each_lane<Real>([&](int lane) { return options.special[contact_of(lane).special()]; });
      loads.force = factor * loads.force;
      loads.torque_i = factor * loads.torque_i;
      loads.torque_j = factor * loads.torque_j;
    }

    add_forces(sums, loads, i_of, j_of, count);
    if (particles.temperature) add_heat(sums, loads.heat, i_of, j_of, count);
    if (sums.tally)
      for_each_lane<Real>([&](auto lane) {
        if (lane < count)
          (*sums.tally)(i_of(lane), j_of(lane), vector_in(loads.force, lane),
                        vector_in(pair.separation, lane));
      });
    if (sums.virial)
      add_virial(sums, virial, place,
                 options.in_moving_box ? contact::virial_of_box(loads.force, pair.separation)
                                       : contact::virial_of(loads.force, pair.separation),
                 j_of, count);
  }

  /// Evaluates all contacts of a batch.
  template <class Law, class Real, Steps steps, class Evaluate>
  GRANULAR_SRT_FLATTEN void evaluate_batch(const void *law_of_contacts, ContactBatch batch,
                                           const ContactLoop &arrays, BlockSums &virial, Evaluate evaluate)
  {
    // Copies, which nothing else can change, stay in registers.
    ContactLoop loop = arrays;
    Law law = *static_cast<const Law *>(law_of_contacts);
    // What no contact of this loop needs is left out by the compiler.
    if constexpr (steps == Steps::plain) {
      loop.options.step.update = true;
      loop.options.special = nullptr;
      loop.loads.tally = nullptr;
      law.synchronized_verlet = false;
    }
    if constexpr (!decltype(law.heat)::acts) loop.particles.temperature = nullptr;
    constexpr int lanes = lanes_in<Real>;
    const int count = batch.count, doubles = loop.options.layout.size;
    Prefetch prefetch(batch.partner_offset);
    for (int first = 0; first < count; first += lanes) {
      const int used = std::min(lanes, count - first);
      const int *which = batch.which + first;
      int repeated[lanes];
      if (used < lanes) [[unlikely]] {    // Lanes beyond the last contact repeat it.
        for (int lane = 0; lane < lanes; ++lane) repeated[lane] = which[std::min(lane, used - 1)];
        which = repeated;
      }
      const auto contact_of = [&](int lane) -> const ClosePair & { return batch.pairs[which[lane]]; };
      const auto history_of = [&](int lane) { return batch.history_of(which[lane], doubles); };
      if (lanes >= Prefetch::contacts_per_call || first % Prefetch::contacts_per_call == 0) {
        prefetch.particles(loop, contact_of(0).i);
        prefetch.lists(batch, first);
      }
      prefetch.histories(batch, first + lanes, doubles, constant_size<history_capacity<Law>() * lanes>);
      evaluate_register<Law, Real>(
          law, contact_of, history_of, used, first % terms_in_block, loop, virial,
          [&](int lane) { batch.ended->add(which[lane]); }, evaluate);
    }
  }

  template <class Law, class Real, Steps steps>
  void evaluate_contacts(const void *law, const ContactBatch &batch, const ContactLoop &loop,
                         BlockSums &virial)
  {
    evaluate_batch<Law, Real, steps>(law, batch, loop, virial, LoadsOnly{});
  }

  template <class Real, class... Laws>
  constexpr ContactFunctions contact_functions(contact::TypeList<Laws...>)
  {
    return {{evaluate_contacts<Laws, RealFor<Laws, Real>, Steps::plain>...},
            evaluate_contacts<contact::AnyContact, OneRegister<Real>, Steps::any>};
  }

}    // namespace detail
}    // namespace granular_srt
