#pragma once

#include "kokkos_type.h"

namespace LAMMPS_NS {
class AtomKokkos;
template <class DeviceType> class NeighListKokkos;
}

namespace granular_srt {

/// For each atom that this rank owns, the neighbors that may touch it before the next neighbor list, and
/// what these contacts remember as that atom sees them. Each side of a contact has its own copy, so none is
/// ever turned round, sent back or written by two threads. Rows lie one after the other.
class ContactSlots {
 public:
  using Device = LMPDeviceType;

  int atoms = 0;     ///< owned atoms at the time of the neighbor list
  int doubles = 0;   ///< of history in a contact
  Kokkos::View<int *, Device> first;         ///< [atom] first slot; [atoms] number of slots
  Kokkos::View<int *, Device> neighbor;      ///< [slot] entry of the neighbor list, with special bits
  Kokkos::View<char *, Device> touch;        ///< [slot] touching before this step; only with history
  Kokkos::View<double *, Device> history;    ///< [slot * doubles + k]

  /// Takes a new full neighbor list. History is left as it is: FixContactHistoryKokkos::recall fills it.
  /// \param reach    keeps neighbors with a gap up to this [length]; all of them if negative
  /// \param special  factors of the four kinds of neighbors; those with 0 are left out
  void take(const LAMMPS_NS::NeighListKokkos<Device> &list, LAMMPS_NS::AtomKokkos &atom, double reach,
            const double *special, int doubles_in_contact);

  /// Forgets the list; the memory is kept for the next one.
  void drop() { taken_ = false; }
  [[nodiscard]] bool taken() const { return taken_; }
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  bool taken_ = false;
};

}    // namespace granular_srt
