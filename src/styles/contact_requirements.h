#pragma once

#include <string>

namespace LAMMPS_NS {
class Fix;
class LAMMPS;
}

namespace granular_srt {

/// \file
/// What the styles that evaluate contacts ask of atoms and of other fixes. Each names itself in messages,
/// as in "fix wall/granular".

/// Error: atoms are no spheres that turn, or have no temperature where there is a heat model.
void require_sphere_atoms(LAMMPS_NS::LAMMPS *lmp, const std::string &style, bool heat);

/// The fix whose rigid bodies the atoms may be in, null if there is none. Error: there are several.
LAMMPS_NS::Fix *find_rigid_fix(LAMMPS_NS::LAMMPS *lmp, const std::string &style);

}    // namespace granular_srt
