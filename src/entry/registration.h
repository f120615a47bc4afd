#pragma once

#include "lammpsplugin.h"

#include <functional>
#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Names of styles that an installation leaves to LAMMPS, for all of its users.
struct InstallationNames {
  std::string place;    ///< where they were found, for messages: "file ..."
  std::string text;     ///< on rank 0, separated by blanks, commas or newlines, with comments behind #
};

/// Receives a style with its members `style` ("pair", "fix" or "compute"), `name`, `info` and `creator`.
using Register = std::function<void(lammpsplugin_t &style)>;

/// Hands all styles to `add`. Before a style that takes a name of LAMMPS', hands over LAMMPS' own style of that name as
/// its builtin_name. Not registered are names of the environment variable GRANULAR_SRT_LEAVE (separated by blanks or
/// commas) and of the installation, and their /kk forms, so that LAMMPS' own styles stay.
/// \throws LAMMPS error for a wrong name in GRANULAR_SRT_LEAVE or of the installation
void register_styles(LAMMPS_NS::LAMMPS *lmp, const InstallationNames &installation, const Register &add);

/// Whether another copy of GRANULAR-SRT has registered its styles there: compiled into that LAMMPS, or loaded from
/// another file.
bool has_another_copy(const LAMMPS_NS::LAMMPS *lmp);

/// Version of the LAMMPS that the plugin was compiled for.
extern const char *const compiled_for;

/// Refuses a LAMMPS that the plugin was not compiled for, as far as LAMMPS reports its configuration. LAMMPS itself
/// does not check; a plugin for another LAMMPS would crash or misread arrays.
/// \throws LAMMPS error for another version, other sizes of integers or another MPI library; with the /kk styles also
///         for another precision or view layout of the KOKKOS package
void check_lammps(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
