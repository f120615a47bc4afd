#pragma once

#include "block_sums.h"

#include "contact/account.h"

namespace granular_srt {

/// What accounts of contacts need beyond the contacts.
struct AccountOptions {
  bool unseen_box;              ///< whether the box moves and the contacts do not see it
  contact::BoxRate box_rate;    ///< of a box that moves [1/time]
  const double *
      image_velocity;    ///< [atom * 3 + dimension] that LAMMPS has added to images [length/time]; null without
  bool heats;            ///< whether LoadArrays::heatflow receives what contacts dissipate
};

/// Sums over the accounts of contacts, with the names of contact::ContactAccount: powers [energy/time], stored energies
/// [energy].
struct AccountSums {
  enum {
    power,
    carried,
    lost,    ///< power of normal_damping, sliding_damping, sliding, rolling, twisting
    by_law = lost + 5,
    stored,    ///< energy by mode
    count = stored + contact::n_modes
  };

  Blocks<count> blocks{};
  double ended[contact::n_modes] = {};    ///< energy of contacts that have ended [energy]

  /// Calls f(index of the sum, term) for all terms of an account.
  template <class Real, class F>
  static GRANULAR_SRT_FN void for_each_term(const contact::ContactAccount<Real> &account, F f)
  {
    const contact::Dissipation<Real> &d = account.dissipated;
    f(power, account.power);
    f(carried, account.carried);
    f(lost, d.normal_damping);
    f(lost + 1, d.sliding_damping);
    f(lost + 2, d.sliding);
    f(lost + 3, d.rolling);
    f(lost + 4, d.twisting);
    f(by_law, account.by_law);
    for (int mode = 0; mode < contact::n_modes; ++mode) f(stored + mode, account.stored[mode]);
  }

  /// \param place  in the block of sums
  template <class Real> void add(int place, const contact::ContactAccount<Real> &account)
  {
    for_each_term(account, [&](int k, const Real &term) { blocks.add(k, place, term); });
  }

  void add_ended(double share, const double (&energies)[contact::n_modes])
  {
    for (int mode = 0; mode < contact::n_modes; ++mode) ended[mode] += share * energies[mode];
  }
};

/// AccountSums as plain sums, on a host or a device.
struct AccountTotals {
  double value[AccountSums::count] = {};
  double ended[contact::n_modes] = {};

  GRANULAR_SRT_FN void operator+=(const AccountTotals &other)
  {
    for (int k = 0; k < AccountSums::count; ++k) value[k] += other.value[k];
    for (int mode = 0; mode < contact::n_modes; ++mode) ended[mode] += other.ended[mode];
  }

  GRANULAR_SRT_FN void add(double share, const contact::ContactAccount<double> &account)
  {
    AccountSums::for_each_term(account, [&](int k, double term) { value[k] += share * term; });
  }

  GRANULAR_SRT_FN void add_ended(double share, const double (&energies)[contact::n_modes])
  {
    for (int mode = 0; mode < contact::n_modes; ++mode) ended[mode] += share * energies[mode];
  }

  void add(const AccountSums &sums)
  {
    sums.blocks.add_to(value);
    for (int mode = 0; mode < contact::n_modes; ++mode) ended[mode] += sums.ended[mode];
  }
};

/// An account times the share of this rank in its contact. A share of 0 leaves nothing, whatever the account is.
template <class Real>
contact::ContactAccount<Real> shared(const contact::ContactAccount<Real> &account, Real share)
{
  using contact::select;
  const auto scaled = [&](Real value) { return select(share > Real(0), share * value, Real(0)); };
  const contact::Dissipation<Real> &d = account.dissipated;
  return {scaled(account.power),
          scaled(account.carried),
          {scaled(d.normal_damping), scaled(d.sliding_damping), scaled(d.sliding), scaled(d.rolling),
           scaled(d.twisting)},
          scaled(account.by_law),
          {scaled(account.stored[0]), scaled(account.stored[1]), scaled(account.stored[2]),
           scaled(account.stored[3])}};
}

}    // namespace granular_srt
