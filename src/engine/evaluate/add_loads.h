#pragma once

#include "block_sums.h"
#include "contact_loop.h"
#include "gather.h"

#include <cstddef>

namespace granular_srt::detail {

using contact::Loads;

/// Adds force and torque of the first `count` contacts to their atoms.
/// \param i_of, j_of  atoms of a lane
template <class Real, class AtomI, class AtomJ>
void add_forces(const LoadArrays &sums, const Loads<Real> &loads, AtomI i_of, AtomJ j_of, int count)
{
  // Loads of ghosts are dropped with newton off. A dummy target is cheaper than a branch.
  double dropped[3] = {0.0, 0.0, 0.0};
  for_each_lane<Real>([&](auto lane) {
    if (lane >= count) return;
    const std::ptrdiff_t i = i_of(lane), j = j_of(lane);
    const bool kept = j < sums.end;
    add_to_row<lane>(sums.f + 3 * i, loads.force);
    add_to_row<lane>(sums.torque + 3 * i, loads.torque_i);
    subtract_from_row<lane>(kept ? sums.f + 3 * j : dropped, loads.force);
    add_to_row<lane>(kept ? sums.torque + 3 * j : dropped, loads.torque_j);
  });
}

/// Adds the heat flow of the first `count` contacts.
template <class Real, class AtomI, class AtomJ>
void add_heat(const LoadArrays &sums, Real heat, AtomI i_of, AtomJ j_of, int count)
{
  for_each_lane<Real>([&](auto lane) {
    if (lane >= count) return;
    const int i = i_of(lane), j = j_of(lane);
    sums.heatflow[i] += lane_of(heat, lane);
    if (j < sums.end) sums.heatflow[j] -= lane_of(heat, lane);
  });
}

/// Adds this rank's part of the virial of the first `count` contacts: all of it with newton on; with newton off half
/// for each atom that it owns.
/// \param place  of the register in its block of sums
template <class Real, class AtomJ>
void add_virial(const LoadArrays &sums, BlockSums &virial, int place,
                const contact::Virial<Real> &of_contacts, AtomJ j_of, int count)
{
  const Real share = each_lane<Real>([&](int lane) {
    if (lane >= count) return 0.0;
    return j_of(lane) < sums.end ? 1.0 : 0.5;
  });
  for (int k = 0; k < 6; ++k) virial.set(k, place, virial.at<Real>(k, place) + share * of_contacts.value[k]);
}

}    // namespace granular_srt::detail
