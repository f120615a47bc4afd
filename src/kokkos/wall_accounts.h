#pragma once

#include "accounted.h"
#include "wall_pass.h"

namespace granular_srt {

/// Evaluates contacts with a wall with their account of energy (ContactsWithWall).
struct WallWithAccounts {
  using Sums = Accounted<WallSums>;

  static KOKKOS_FUNCTION WallSums &of_wall(Sums &sums) { return sums.loads; }

  template <class Law>
  KOKKOS_FUNCTION contact::Loads<double>
  loads(const Law &law, const contact::Geometry<double> &geometry, const contact::Motion<double> &motion,
        const WallPass &pass, const contact::Vec3<double> &by_box, double *history, Sums &sums) const
  {
    const contact::CarriedMotion<double> box{true, by_box, {0.0, 0.0, 0.0}};
    return accounted_loads(law, geometry, motion, pass.step, pass.layout, history, pass.history.doubles,
                           pass.sees_box ? nullptr : &box, 1.0, sums.account);
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
      const auto sphere = body();
      WallContact place;
      const bool found =
          pass.surface.find(part, row(pass.atoms.x, i), contact::reach_of_ended(law, sphere.radius()), place);
      double stored[contact::n_modes];
      contact::ended_at_wall(law, sphere, found ? place.curvature : 0.0, pass.step.dt, pass.layout,
                             doubles > 0 ? &pass.history.value(i, part * doubles) : nullptr, stored);
      sums.account.add_ended(1.0, stored);
    }
  }
};

}    // namespace granular_srt
