#pragma once

#include "account_sums.h"
#include "contact_evaluation.h"

namespace granular_srt {

/// Evaluates contacts as EvaluateContacts, and adds the accounts of their energies. For steps in which somebody asks for
/// energies (ContactOptions::account).
using EvaluateWithAccount = void (*)(const void *law, const ContactBatch &contacts, const ContactLoop &loop,
                                     BlockSums &virial, AccountSums &account);

using AccountFunctions = LawFunctions<EvaluateWithAccount, AccountLaws>;

namespace detail {

  /// Adds the energy of a contact that has ended in this step. Compiled once, for any processor (compiled_laws.cpp).
  /// \param history  before the step
  /// \return this energy of all modes [energy]
  template <class Law>
  double add_ended(const Law &law, const ContactLoop &loop, const ClosePair &pair, double *history,
                   double share, AccountSums &sums);

  /// Heats both atoms with half of a power; where another rank evaluates the contact too, the power is the atom's half.
  inline void add_dissipated(const LoadArrays &sums, const ClosePair &pair, double power)
  {
    const bool both = pair.j() < sums.end;
    sums.heatflow[pair.i] += both ? 0.5 * power : power;
    if (both) sums.heatflow[pair.j()] += 0.5 * power;
  }

  /// LoadsOnly, with the account of each contact.
  struct LoadsWithAccount {
    AccountSums *sums;

    template <class Law, class Real, class ContactOf, class End>
    Loads<Real> operator()(const Law &law, const Register<Real, ContactOf> &contacts, const ContactLoop &loop,
                           const contact::HistoryLayout &layout, Real *history, End end)
    {
      const contact::Geometry<Real> &geometry = contacts.geometry;
      const contact::Step step = loop.options.step;
      const bool heats = loop.options.account->heats;
      Real before[history_capacity<Law>()];
      std::copy_n(history, history_capacity<Law>(), before);
      contact::ContactAccount<Real> account;
      Loads<Real> loads =
          contact::loads_with_account(law, geometry, contacts.motion, step, layout, before, history,
                                      [&](const auto &terms, const auto &out, const auto &account_now) {
                                        account = account_now();
                                        carry_by_box(account, terms, out, contacts, loop);
                                      });

      const bool last =
          all(contact::overlapping(contacts.distance_squared, geometry.radius_i, geometry.radius_j));
      if (loop.options.special || loop.loads.end < loop.particles.count || contacts.count < lanes_in<Real> ||
          !last) {
        Real share = each_lane<Real>([&](int lane) { return share_of(contacts, loop, lane); });
        if (!last) {
          double lasts[lanes_in<Real>];
          std::fill(std::begin(lasts), std::end(lasts), 1.0);
          loads = without_ended(law, contacts, loop.particles.radius, loads, [&](int lane) {
            lasts[lane] = 0.0;
            if (lane >= contacts.count) return;
            end(lane);
            double history_before[history_capacity<Law>()];
            for (int k = 0; k < history_capacity<Law>(); ++k) history_before[k] = lane_of(before[k], lane);
            const double ended = add_ended(law, loop, contacts.contact_of(lane), history_before,
                                           share_of(contacts, loop, lane), *sums);
            if (heats) add_dissipated(loop.loads, contacts.contact_of(lane), contact::rate_in(step, ended));
          });
          share = share * each_lane<Real>([&](int lane) { return lasts[lane]; });
        }
        account = shared(account, share);
      }
      sums->add(contacts.place, account);
      if (heats) {
        const Real power = account.dissipated.total();
        for (int lane = 0; lane < contacts.count; ++lane)
          add_dissipated(loop.loads, contacts.contact_of(lane), lane_of(power, lane));
      }
      return loads;
    }

   private:
    /// Part of a contact that counts on this rank.
    template <class Contacts>
    static double share_of(const Contacts &contacts, const ContactLoop &loop, int lane)
    {
      if (lane >= contacts.count) return 0.0;
      const ClosePair &pair = contacts.contact_of(lane);
      return (pair.j() < loop.loads.end ? 1.0 : 0.5) *
          (loop.options.special ? loop.options.special[pair.special()] : 1.0);
    }

    template <class Real, class Terms, class Contacts>
    static void carry_by_box(contact::ContactAccount<Real> &account, const Terms &terms,
                             const Loads<Real> &loads, const Contacts &contacts, const ContactLoop &loop)
    {
      const AccountOptions &options = *loop.options.account;
      if (!options.unseen_box && !options.image_velocity && !loop.options.in_moving_box) return;
      contact::CarriedMotion<Real> motion{
          options.unseen_box,
          contact::velocity_by_box(options.box_rate, contacts.geometry.separation),
          {Real(0), Real(0), Real(0)}};
      if (options.image_velocity)
        motion.of_image = gather_rows<Real>([&](int lane) {
          return options.image_velocity + 3 * std::ptrdiff_t{contacts.contact_of(lane).j()};
        });
      contact::carry(account, terms, loads, motion);
    }
  };

  template <class Law, class Real, Steps steps>
  void evaluate_with_account(const void *law, const ContactBatch &batch, const ContactLoop &loop,
                             BlockSums &virial, AccountSums &account)
  {
    evaluate_batch<Law, Real, steps>(law, batch, loop, virial, LoadsWithAccount{&account});
  }

  template <class Real, class... Laws>
  constexpr AccountFunctions account_functions(contact::TypeList<Laws...>)
  {
    return {{evaluate_with_account<Laws, OneRegister<Real>, Steps::plain>...},
            evaluate_with_account<contact::AnyContact, OneRegister<Real>, Steps::any>};
  }

}    // namespace detail
}    // namespace granular_srt
