#pragma once

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Mean diameter of all atoms [length]; 0 if there are none. Collective.
double mean_diameter(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
