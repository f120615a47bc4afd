#pragma once

#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// The spheres of one type that set the time step.
struct LightestSphere {
  bool present = false;        ///< whether a sphere of the type can move
  double mass = 0.0;           ///< smallest mass [mass]
  double radius = 0.0;         ///< radius of a sphere of that mass [length]
  double speed = 0.0;          ///< largest speed of all spheres of the type [length/time]
  bool held = false;           ///< whether fix freeze holds a sphere of the type
  double held_radius = 0.0;    ///< radius of the smallest of these [length]
};

/// [type] of all ranks. Collective.
/// \param group_bit   of the spheres that count
/// \param freeze_bit  of the group that fix freeze holds; 0 without it
std::vector<LightestSphere> lightest_spheres(LAMMPS_NS::LAMMPS *lmp, int group_bit, int freeze_bit);

}    // namespace granular_srt
