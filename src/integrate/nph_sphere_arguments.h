#pragma once

#include "barostat/voigt.h"

#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Source of the energy per particle in the piston mass.
enum class PistonReference {
  automatic,      ///< neither pmass nor ptemp: the temperature, or the contacts if the temperature is 0
  ptemp,          ///< ptemp T
  contact,        ///< pmass contact
  energy,         ///< pmass energy E0
  temperature,    ///< pmass temp
};

/// Arguments of a fix nph/sphere command, checked before FixNH reads them.
struct NphSphereArguments {
  /// \throws LAMMPS error for an unknown keyword, a missing or wrong value, keyword temp, keywords that exclude each
  ///         other, a component with both a rate and a target, coupled lengths with different targets, and a command
  ///         without pressure keyword
  NphSphereArguments(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  std::vector<char *> for_base;    ///< arguments that FixNH understands, in the order of the command
  PistonReference reference = PistonReference::automatic;
  double reference_energy = 0.0;      ///< E0 of pmass energy [energy]
  bool disc = false;                  ///< keyword disc: the particles are discs in two dimensions
  bool fixed_point = false;           ///< keyword fixedpoint
  barostat::Controlled has_rate{};    ///< components with a given rate instead of a target pressure
  barostat::Voigt rate{};             ///< these rates, 0 for the others [1/time]
  bool mean_of_lengths =
      false;    ///< couple xyz with one given rate: the other two lengths control the mean pressure

 private:
  /// Reads the values of keyword pmass at arg[i].
  /// \return number of values
  int read_piston_mass(LAMMPS_NS::LAMMPS *lmp, int i, int narg, char **arg);
  /// The lengths that FixNH couples if the third one, in 2d the second, has a given rate.
  /// \param word  xyz, the value of keyword couple
  void couple_with_rate(char *&word, int dimension);
  /// Reads `rate R` of the component at arg[i].
  void read_rate(LAMMPS_NS::LAMMPS *lmp, int i, int narg, char **arg);
};

}    // namespace granular_srt
