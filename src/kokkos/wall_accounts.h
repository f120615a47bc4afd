#pragma once

#include "wall_pass.h"

#include "contact/static_layout.h"
#include "simd/account_sums.h"

namespace granular_srt {

/// What all contacts with a wall add up to, with their account of energy.
struct AccountedWallSums {
  WallSums wall;
  AccountTotals account;

  KOKKOS_FUNCTION void operator+=(const AccountedWallSums &other)
  {
    wall += other.wall;
    account += other.account;
  }
};

/// Evaluates contacts with a wall with their account of energy (ContactsWithWall).
struct WallWithAccounts {
  using Sums = AccountedWallSums;

  static KOKKOS_FUNCTION WallSums &of_wall(Sums &sums) { return sums.wall; }

  template <class Law>
  KOKKOS_FUNCTION contact::Loads<double> loads(const Law &law, const contact::Geometry<double> &geometry,
                                               const contact::Motion<double> &motion, const WallPass &pass,
                                               double *history, Sums &sums) const
  {
    double before[contact::most_history_doubles];
    for (int k = 0; k < pass.history.doubles; ++k) before[k] = history[k];
    contact::ContactAccount<double> account;
    const contact::Loads<double> loads = contact::loads_with_account(
        law, geometry, motion, pass.step, pass.layout, before, history, nullptr, account);
    sums.account.add(1.0, account);
    return loads;
  }

  /// Contacts of atom i end.
  /// \param parts  a bit for each part of the wall that the atom has touched until now
  /// \param body   called for the atom as a body of the laws
  template <class Law, class BodyOf>
  KOKKOS_FUNCTION void end(const Law &law, const int i, const int parts, BodyOf body, const WallPass &pass,
                           Sums &sums) const
  {
    if (parts == 0 || !pass.step.update) return;
    const int doubles = pass.history.doubles;
    for (int part = 0; part < pass.surface.parts(); ++part) {
      if (!(parts >> part & 1)) continue;
      double stored[contact::n_modes];
      contact::ended_at_wall(law, body(), pass.step.dt, pass.layout,
                             doubles > 0 ? &pass.history.value(i, part * doubles) : nullptr, stored);
      sums.account.add_ended(1.0, stored);
    }
  }
};

}    // namespace granular_srt
