#pragma once

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Version of the LAMMPS that the plugin was compiled for.
extern const char *const compiled_for;

/// Whether the plugin was compiled for this LAMMPS, as far as LAMMPS can tell. LAMMPS makes no check of its own: a
/// plugin for another one would crash, or misread arrays.
///
/// Errors: another version, other sizes of integers or another MPI library; with the /kk styles, another precision
/// or view layout of the KOKKOS package.
void check_host(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
