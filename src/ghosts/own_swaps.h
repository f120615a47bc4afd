#pragma once

#include <optional>

namespace LAMMPS_NS {
class Comm;
}

namespace granular_srt {

/// A swap of LAMMPS' exchange of ghosts in which a rank sends to itself, across a periodic boundary where it is alone in
/// that direction. The functions find it by what LAMMPS gives to an atom style: empty if that swap is a message to
/// another rank, or not one of comm_style brick.
struct OwnSwap {
  int number;               ///< among the swaps, which come one after the other
  int first, count;         ///< its ghosts
  const int *list;          ///< what they are copies of: [count] indices of particles, or of ghosts of a swap before
  bool shifts;              ///< whether it goes across a boundary of the box
  const int *boundaries;    ///< how often across which, as Domain counts them: x, y, z, yz, xz, xy

  static std::optional<OwnSwap> numbered(const LAMMPS_NS::Comm &comm, int number);
  static std::optional<OwnSwap> across(const LAMMPS_NS::Comm &comm, const int *boundaries);
  /// by its ghosts; which of them it is if there are none is not said
  static std::optional<OwnSwap> to(const LAMMPS_NS::Comm &comm, int first, int count);
  static std::optional<OwnSwap> of(const LAMMPS_NS::Comm &comm, const int *list);
};

}    // namespace granular_srt
