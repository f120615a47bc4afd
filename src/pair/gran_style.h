#pragma once

#include "stock_models.h"

#include "models/gran_arguments.h"

namespace granular_srt {

struct EvaluatedPair;
class RunOptions;

/// One of the pair styles gran/*.
struct GranStyle {
  const char *name;
  const char *info;    ///< one line for the log
  GranLaw law;
};

inline constexpr GranStyle gran_hooke{"gran/hooke", "Hooke's law with a tangential dashpot", GranLaw::hooke};
inline constexpr GranStyle gran_hooke_history{"gran/hooke/history", "Hooke's law with a tangential spring",
                                              GranLaw::hooke_history};
inline constexpr GranStyle gran_hertz_history{"gran/hertz/history", "Hertz' law with a tangential spring",
                                              GranLaw::hertz_history};

/// Reads the arguments of pair_style; keywords go to `options`.
/// \throws LAMMPS error for arguments that the style does not have, and errors of parse_gran_law()
ModelSpec parse_gran_settings(LAMMPS_NS::LAMMPS *lmp, const std::string &style, GranLaw law, int narg,
                              char **arg, RunOptions &options);

/// Number of values for compute pair/local.
inline constexpr int gran_extras = 10;

/// p1 ... p10: F_s and its length, the relative velocity of the two centers along n and across it.
void write_gran_extras(const EvaluatedPair &pair, double *extras);

}    // namespace granular_srt
