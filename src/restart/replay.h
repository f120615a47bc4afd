#pragma once

#include "contact/frame.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Whether LAMMPS writes a restart file after the forces of the present step of a run.
bool writes_restart_file(const LAMMPS_NS::LAMMPS *lmp);

/// Whether the file of the present step will contain what the forces of this step depended on: a run that reads the file
/// computes them again. Histories in the file must then be those before the forces. Known from the new neighbor list of
/// the step on.
bool file_has_replay(const LAMMPS_NS::LAMMPS *lmp);

/// Whether this setup computes the forces of the last step before a restart file again.
bool replays_step(const LAMMPS_NS::LAMMPS *lmp);

/// How far histories advance in this force computation: they do in a time step and in a replay, not in another setup nor
/// in a minimization.
/// \param interval  time between two force computations of the style [time]
contact::Step history_step(const LAMMPS_NS::LAMMPS *lmp, double interval);

}    // namespace granular_srt
