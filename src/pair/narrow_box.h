#pragma once

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Least distance of two images of a particle, or less: the least width of the box across periodic faces [length].
/// Infinite without such faces.
double least_period(const LAMMPS_NS::LAMMPS *lmp);

/// Whether two images of a particle may be near the same particle, within the neighbor cutoff.
bool is_narrow_box(const LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
