#pragma once

#include "engine/search/near_pairs.h"

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
class Pair;
}    // namespace LAMMPS_NS

namespace granular_srt {

struct InstructionSet;

/// Reason why LAMMPS builds the neighbor list of a pair style; empty if the plugin's own list is used (CellList). The
/// own list does not support special neighbors, hybrid pair styles, neigh_modify include and, with newton on, computes
/// that read histories by a list of LAMMPS.
std::string reason_for_lammps_list(LAMMPS_NS::LAMMPS *lmp, const LAMMPS_NS::Pair *pair);

/// Builds the lists of all pairs with gaps below `gap` that neigh_modify does not exclude. Call when ghosts are new. In
/// a setup and in a step that writes a restart file they do not depend on velocities, which differ in the continued
/// run.
/// \throws LAMMPS error if a position or radius is not finite
void make_own_list(LAMMPS_NS::LAMMPS *lmp, const InstructionSet &set, const GapLimit &gap, NearPairs &pairs);

}    // namespace granular_srt
