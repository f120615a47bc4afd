#pragma once

#include "device_records.h"

namespace LAMMPS_NS {
class AtomKokkos;
template <class DeviceType> class NeighListKokkos;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// The neighbors that may touch before the next neighbor list, twice: by sphere and by pair.
///
/// Each owned atom has a side for each such neighbor. The sides of an atom are contiguous, in the order of the neighbors'
/// IDs. Two owned atoms are one pair, whose first atom is that with the smaller ID. An owned atom and a ghost are one, whose
/// first atom is the owned one. The history of a contact is that of the pair, as its first atom sees it.
class ContactSides {
 public:
  using Device = LMPDeviceType;
  using Ints = Kokkos::View<int *, Device>;

  int atoms = 0;    ///< owned atoms of the neighbor list
  int pairs = 0;
  int doubles = 0;    ///< of history per contact
  int history_stride =
      0;    ///< doubles from one history to the next: whole sectors of 32 bytes, in which a GPU reads memory
  Ints first;        ///< [atom] first side; [atoms] number of all sides
  Ints neighbor;     ///< [side] entry of the neighbor list, with special bits
  Ints pair_side;    ///< [side] 2 pair, + 1 where the side's atom is the second of the pair
  Ints pair_i;       ///< [pair] first atom
  Ints pair_j;       ///< [pair] second atom, with special bits
  Ints law;          ///< [pair] index
  Ints
      place;    ///< [pair] of its loads (ContactLoads) while it is in contact, else -1. Loads of a pair that is not in
                ///< contact, as before the first time step, have the place -2 - place
  Kokkos::View<double *, Device> history;    ///< [pair * history_stride + k]

  [[nodiscard]] KOKKOS_FUNCTION double *history_of(int pair) const
  {
    return history.data() + std::size_t(pair) * history_stride;
  }
  /// Place of the loads of a pair, -1 without.
  [[nodiscard]] KOKKOS_FUNCTION int place_of_loads(int pair) const
  {
    return place(pair) < -1 ? -2 - place(pair) : place(pair);
  }
  /// Whether the pair of a side is in contact.
  [[nodiscard]] KOKKOS_FUNCTION bool touches(int side) const { return place(pair_side(side) / 2) >= 0; }

  /// Makes sides and pairs for a new full neighbor list. No pair is in contact: fill_histories() finds those that are.
  /// \param reach    gap up to which neighbors have sides [length]; all neighbors if negative
  /// \param special  [4] factor of each kind of special neighbor; those with 0 have no sides
  /// \param law_of   [type_i * type_stride + type_j]; pairs of types with a negative number have no sides
  /// \param swap_factors  [law * doubles_in_contact + k] of a history whose partners change roles
  /// \param frozen   group bit whose particles have no contacts with each other, 0 without
  void build(const LAMMPS_NS::NeighListKokkos<Device> &list, LAMMPS_NS::AtomKokkos &atom, double reach,
             const double *special, const Kokkos::View<const int *, Device> &law_of, int type_stride,
             const Kokkos::View<const double *, Device> &swap_factors, int frozen, int doubles_in_contact);

  /// Stores the histories of all contacts with the atoms. Returns the largest number of contacts of one atom.
  int store(DeviceAtomHistories &stored, const LAMMPS_NS::AtomKokkos &atom) const;
  /// Gives the contacts of a new neighbor list their histories.
  void fill_histories(DeviceAtomHistories &stored, const LAMMPS_NS::AtomKokkos &atom) const;

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  Kokkos::View<const double *, Device> swap_factors_;
};

}    // namespace granular_srt
