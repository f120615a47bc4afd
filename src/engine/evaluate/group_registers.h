#pragma once

#include "lane_access.h"

#include <cstddef>
#include <type_traits>

namespace granular_srt {

/// Calls f(std::type_identity<Some>{}, i, in_first, in_second) for all atoms, with the membership of atom i in two
/// groups. Some is Real, for atoms i, i + 1, ... that are alike in both memberships, or double for one atom.
/// \param mask           bits of the groups of each atom, as in LAMMPS
/// \param first, second  bits of the two groups
template <class Real, class F> void for_each_register(int count, const int *mask, int first, int second, F f)
{
  constexpr int lanes = lanes_in<Real>, group_all = 1;
  const int bits_read = (first | second) & ~group_all;
  const auto update = [&]<class Some>(std::type_identity<Some> real, std::ptrdiff_t i) {
    f(real, i, (mask[i] & first) != 0, (mask[i] & second) != 0);
  };
  std::ptrdiff_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    int differ = 0;
    if (bits_read)
      for (int lane = 1; lane < lanes; ++lane) differ |= mask[i] ^ mask[i + lane];
    if (!(differ & bits_read))
      update(std::type_identity<Real>{}, i);
    else
      for (int lane = 0; lane < lanes; ++lane) update(std::type_identity<double>{}, i + lane);
  }
  for (; i < count; ++i) update(std::type_identity<double>{}, i);
}

}    // namespace granular_srt
