#pragma once

#include "device_records.h"

namespace LAMMPS_NS {
class AtomKokkos;
template <class DeviceType> class NeighListKokkos;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// For each atom that this rank owns, the neighbors that may touch it before the next neighbor list, with their
/// contact histories as this atom sees them. Each side of a contact has its own copy of the history, so no history
/// is swapped, sent back or written by two threads. The slots of an atom are contiguous.
class ContactSlots {
 public:
  using Device = LMPDeviceType;
  using AtomIds = ArrayTypes<Device>::t_tagint_1d;

  int atoms = 0;      ///< owned atoms of the neighbor list
  int doubles = 0;    ///< of history per contact
  int row =
      0;    ///< doubles from one history to the next: whole sectors of 32 bytes, in which a GPU reads memory
  Kokkos::View<int *, Device> first;         ///< [atom] first slot; [atoms] number of all slots
  Kokkos::View<int *, Device> neighbor;      ///< [slot] entry of the neighbor list, with special bits
  Kokkos::View<char *, Device> touch;        ///< [slot] whether in contact; only with history
  Kokkos::View<double *, Device> history;    ///< [slot * row + k]

  [[nodiscard]] KOKKOS_FUNCTION double *history_of(int slot) const
  {
    return history.data() + std::size_t(slot) * row;
  }

  /// Makes slots for a new full neighbor list. Histories are not set: fill_histories() fills them.
  /// \param reach    gap up to which neighbors have slots [length]; all neighbors if negative
  /// \param special  [4] factor of each kind of special neighbor; those with 0 have no slots
  /// \param law_of   [type_i * type_stride + type_j]; pairs of types with a negative number have no slots
  /// \param frozen   group bit whose particles have no contacts with each other, 0 without
  void build(const LAMMPS_NS::NeighListKokkos<Device> &list, LAMMPS_NS::AtomKokkos &atom, double reach,
             const double *special, const Kokkos::View<const int *, Device> &law_of, int type_stride,
             int frozen, int doubles_in_contact);

  /// Stores the histories of all contacts with the atoms. Returns the largest number of contacts of one atom.
  /// \param now  present number of owned atoms
  int store(DeviceStoredContacts &stored, const AtomIds &tag, int now) const;
  /// Gives the contacts of a new neighbor list their histories, or zeros.
  void fill_histories(DeviceStoredContacts &stored, const AtomIds &tag) const;

  /// The list is no longer valid; its memory is kept for the next one.
  void invalidate() { valid_ = false; }
  [[nodiscard]] bool valid() const { return valid_; }
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  bool valid_ = false;
};

}    // namespace granular_srt
