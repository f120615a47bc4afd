#pragma once

#include <optional>

namespace LAMMPS_NS {
class Comm;
}

namespace granular_srt {

/// A swap of LAMMPS' ghost exchange in which a rank is its own partner: across a periodic boundary, if there is only
/// this rank in that direction. The functions identify the swap by the arguments that LAMMPS passes to an atom style.
/// They return nothing if the swap is a message to another rank, or if comm_style is not brick.
struct OwnSwap {
  int number;               ///< index among the swaps
  int first, count;         ///< its ghosts
  const int *list;          ///< [count] originals: owned atoms, or ghosts of an earlier swap
  bool shifts;              ///< whether it crosses a boundary of the box
  const int *boundaries;    ///< number of crossings of each boundary, in Domain's order x, y, z, yz, xz, xy

  static std::optional<OwnSwap> numbered(const LAMMPS_NS::Comm &comm, int number);
  static std::optional<OwnSwap> across(const LAMMPS_NS::Comm &comm, const int *boundaries);
  /// Identified by its ghosts. Swaps without ghosts cannot be distinguished.
  static std::optional<OwnSwap> to(const LAMMPS_NS::Comm &comm, int first, int count);
  static std::optional<OwnSwap> of(const LAMMPS_NS::Comm &comm, const int *list);
};

}    // namespace granular_srt
