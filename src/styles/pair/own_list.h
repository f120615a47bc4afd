#pragma once

#include "contacts/cell_list.h"

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
class Pair;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// Why LAMMPS makes the neighbor list of a pair style; empty where the plugin's own list serves (CellList). That is the
/// case without special neighbors, hybrid pair styles and neigh_modify include.
/// \throws LAMMPS error for a value of GRANULAR_SRT_LISTS other than on and off
std::string reason_for_lammps_list(LAMMPS_NS::LAMMPS *lmp, const LAMMPS_NS::Pair *pair);

/// Makes the list of all pairs with gaps below `gap` that neigh_modify does not exclude.
/// \throws LAMMPS error if a position or radius is not finite
void make_own_list(LAMMPS_NS::LAMMPS *lmp, FindNear find_near, const GapLimit &gap, CellList &list);

}    // namespace granular_srt
