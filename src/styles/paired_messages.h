#pragma once

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Puts another class in the place of LAMMPS' comm_style brick, with the same results to the last bit. The two messages
/// of a direction, one to each side, are under way together at every step, since neither needs what the other brings:
/// LAMMPS' own waits for the first before it packs the second. Ranks of a node leave them in memory that they share, if
/// the environment variable GRANULAR_SRT_NODE_MEMORY of the first rank is not "off"; others send them.
/// Other styles of Comm, that of Kokkos too, stay as they are. Before Comm::init.
/// \throws LAMMPS' error if that variable is neither "on" nor "off"
void pair_messages(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
