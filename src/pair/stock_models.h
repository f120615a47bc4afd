#pragma once

#include "models/gran_arguments.h"
#include "models/model_spec.h"

#include <cstdio>
#include <string>

namespace granular_srt {

/// \throws LAMMPS error unless the restart file that is being read is of a LAMMPS whose built-in pair styles the plugin
/// knows
void check_stock_version(LAMMPS_NS::LAMMPS *lmp, const std::string &style);

/// Reads the models of one law in a restart file of LAMMPS' own pair_style granular.
/// \throws LAMMPS error of parse_model_spec() for models that the plugin does not have
ModelSpec read_stock_models(LAMMPS_NS::LAMMPS *lmp, FILE *fp);

/// Reads the coefficients of a restart file of LAMMPS' own pair_style gran/hooke, gran/hooke/history or
/// gran/hertz/history.
/// \throws LAMMPS error for a number out of range
ModelSpec read_stock_gran(LAMMPS_NS::LAMMPS *lmp, const std::string &style, GranLaw law, FILE *fp);

/// What follows all that a pair style has in a restart file.
/// \throws LAMMPS error if LAMMPS would continue reading at a wrong position
void check_end_of_pairs(LAMMPS_NS::LAMMPS *lmp, FILE *fp, const std::string &style, int **set);

/// Reads which type pairs i <= j have coefficients.
/// \throws LAMMPS error for other flags than 0 and 1
void read_set_flags(LAMMPS_NS::LAMMPS *lmp, FILE *fp, int **set);

/// Number of doubles of LAMMPS' own styles for the history of one axis, in the order of the axes.
inline int stock_history_doubles(Axis axis, const ModelSpec &spec)
{
  constexpr int of_twisting = 3;    // the first one is used
  const int here = history_doubles(axis, spec);
  return axis == TWISTING && here > 0 ? of_twisting : here;
}

}    // namespace granular_srt
