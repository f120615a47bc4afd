#pragma once

#include "engine/evaluate/account_sums.h"

#include "kokkos_type.h"

namespace granular_srt {

/// Work items of a kernel that evaluates contacts, on a GPU in blocks of 128. Such a kernel needs 120 to 230 registers.
/// A multiprocessor of 65536 registers holds three blocks of 128 then, and only one of the 256 that Kokkos takes for
/// reductions.
/// \tparam blocks  for which a compiler makes room on a multiprocessor
template <class Device, int blocks = 2>
using ContactItems = Kokkos::RangePolicy<Device, Kokkos::LaunchBounds<128, blocks>>;

/// Sums over all work items of a reduction.
template <int count> struct SumsOf {
  double value[count] = {};

  KOKKOS_FUNCTION void operator+=(const SumsOf &other)
  {
    for (int k = 0; k < count; ++k) value[k] += other.value[k];
  }
};

/// Components xx yy zz xy xz yz of a symmetric tensor: a virial [force length] or a kinetic stress [energy].
using TensorSum = SumsOf<6>;

/// A sum that a kernel leaves on the device.
template <class Sum>
using SumOnDevice = Kokkos::View<Sum, LMPDeviceType, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Sums over contacts with their account of energy. Loads: what is summed of the loads.
template <class Loads> struct Accounted {
  Loads loads;
  AccountTotals account;

  GRANULAR_SRT_FN void operator+=(const Accounted &other)
  {
    loads += other.loads;
    account += other.account;
  }
};

/// \name Kinds of a kernel over contacts: with an account of energy or without. Sums: what it sums up.
/// @{
struct WithoutAccounts {
  static constexpr bool wanted = false;
  template <class Loads> using Sums = Loads;
  template <class Loads> static KOKKOS_FUNCTION Loads &loads(Loads &sums) { return sums; }
};

struct WithAccounts {
  static constexpr bool wanted = true;
  template <class Loads> using Sums = Accounted<Loads>;
  template <class Loads> static KOKKOS_FUNCTION Loads &loads(Accounted<Loads> &sums) { return sums.loads; }
};
/// @}

}    // namespace granular_srt
