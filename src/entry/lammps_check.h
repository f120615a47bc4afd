#pragma once

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Version of the LAMMPS that the plugin was compiled for.
extern const char *const compiled_for;

/// Refuses a LAMMPS that the plugin was not compiled for, as far as LAMMPS reports its configuration. LAMMPS itself
/// does not check; a plugin for another LAMMPS would crash or misread arrays.
/// \throws LAMMPS error for another version, other sizes of integers or another MPI library; with the /kk styles also
///         for another precision or view layout of the KOKKOS package
void check_lammps(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
