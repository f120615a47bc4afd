#pragma once

namespace LAMMPS_NS {
class LAMMPS;
class Pair;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// Time between two force evaluations of a pair style in a run: the time step, or with run_style respa the step of the
/// level on which the style acts [time].
double force_interval(const LAMMPS_NS::LAMMPS *lmp, const LAMMPS_NS::Pair *pair);

}    // namespace granular_srt
