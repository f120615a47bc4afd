#pragma once

#include "block_sums.h"

#include "contact/account.h"
#include "contact/box_rate.h"

namespace granular_srt {

/// What accounts of contacts need beyond the contacts.
struct AccountOptions {
  bool unseen_box;                 ///< whether the box moves and the contacts do not see it
  contact::BoxRate box_rate;       ///< of a box that moves
  const double *image_velocity;    ///< [atom * 3 + dimension] that LAMMPS has added to images; null without
};

/// Sums over the accounts of contacts.
struct AccountSums {
  enum {
    power,
    carried,
    lost,    ///< normal_damping, sliding_damping, sliding, rolling, twisting
    by_law = lost + 5,
    stored,    ///< by mode
    count = stored + contact::n_modes
  };

  Blocks<count> blocks{};
  double ended[contact::n_modes] = {};    ///< energy of contacts that have ended (contact::ended_contact)

  /// \param place  in the block of sums
  template <class Real> void add(int place, const contact::ContactAccount<Real> &account)
  {
    const contact::Dissipation<Real> &d = account.dissipated;
    blocks.add(power, place, account.power);
    blocks.add(carried, place, account.carried);
    blocks.add(lost, place, d.normal_damping);
    blocks.add(lost + 1, place, d.sliding_damping);
    blocks.add(lost + 2, place, d.sliding);
    blocks.add(lost + 3, place, d.rolling);
    blocks.add(lost + 4, place, d.twisting);
    blocks.add(by_law, place, account.by_law);
    for (int mode = 0; mode < contact::n_modes; ++mode)
      blocks.add(stored + mode, place, account.stored[mode]);
  }

  void add_ended(double share, const double (&energies)[contact::n_modes])
  {
    for (int mode = 0; mode < contact::n_modes; ++mode) ended[mode] += share * energies[mode];
  }
};

/// The same as plain sums.
struct AccountTotals {
  double value[AccountSums::count] = {};
  double ended[contact::n_modes] = {};

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
  const auto part = [&](Real value) { return select(share > Real(0), share * value, Real(0)); };
  const contact::Dissipation<Real> &d = account.dissipated;
  return {
      part(account.power),
      part(account.carried),
      {part(d.normal_damping), part(d.sliding_damping), part(d.sliding), part(d.rolling), part(d.twisting)},
      part(account.by_law),
      {part(account.stored[0]), part(account.stored[1]), part(account.stored[2]), part(account.stored[3])}};
}

}    // namespace granular_srt
