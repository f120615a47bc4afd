#pragma once

#include "model_spec.h"

#include <string>

namespace granular_srt {

/// The contact laws of LAMMPS' gran/* commands, as models of pair_style granular:
///   hooke            hooke, mass_velocity, linear_nohistory
///   hooke_history    hooke, mass_velocity, linear_history_classic
///   hertz_history    hertz, viscoelastic, mindlin_classic
enum class GranLaw { hooke, hooke_history, hertz_history };

/// Largest value of xmu that LAMMPS accepts.
inline constexpr double largest_xmu = 10000.0;

/// Coefficients of such a command, as LAMMPS uses them: NULL replaced, gamma_t 0 if dampflag is 0.
struct GranValues {
  double K_n, K_t;            ///< force/length for Hooke's law, else force/length^2 and not in pressure units
  double gamma_n, gamma_t;    ///< 1/time for Hooke's law, else 1/(time length)
  double xmu;
  bool limit_damping;
};

ModelSpec gran_models(GranLaw law, GranValues values);

/// Reads `Kn Kt gamma_n gamma_t xmu dampflag [limit_damping]`, with the meaning of LAMMPS' manual, page
/// pair_gran. Further words are left to the caller.
/// \param model  name of the law in messages, if that of the command does not have it
/// \throws LAMMPS error for missing values and values out of range. The message names value and range.
ModelSpec parse_gran_law(LAMMPS_NS::LAMMPS *lmp, GranLaw law, CommandWords &words,
                         const std::string &model = "");

}    // namespace granular_srt
