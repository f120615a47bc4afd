// The words of a fix nph/sphere command, checked before FixNH reads them.

#ifndef GRANULAR_SRT_STYLES_NPH_SPHERE_ARGUMENTS_H
#define GRANULAR_SRT_STYLES_NPH_SPHERE_ARGUMENTS_H

#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Where the energy per particle in the mass of the pistons comes from.
enum class PistonReference {
  automatic,      ///< neither pmass nor ptemp: the temperature if there is one, else the contacts
  ptemp,          ///< ptemp T
  contact,        ///< pmass contact
  energy,         ///< pmass energy E0
  temperature,    ///< pmass temp
};

/// A checked command. Raises LAMMPS errors for unknown keywords, missing or wrong values, keywords
/// that exclude each other, and a command without any pressure.
struct NphSphereArguments {
  NphSphereArguments(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  std::vector<char *> for_base;    ///< what FixNH understands, in the order of the command
  PistonReference reference = PistonReference::automatic;
  double reference_energy = 0.0;    ///< E0 of pmass energy [energy]
  bool disc = false;
};

}    // namespace granular_srt

#endif
