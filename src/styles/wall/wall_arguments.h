#pragma once

#include "models/model_spec.h"
#include "wall_shape.h"

#include <optional>
#include <string>

namespace granular_srt {

/// What the command fix wall/granular asks for.
struct WallArguments {
  ModelSpec models;
  std::string style;     ///< xplane ... region
  std::string region;    ///< ID, of style region
  std::unique_ptr<WallShape> shape;
  int periodic_forbidden = 0;    ///< bit k: the wall cannot be in a box that is periodic along axis k
  bool depends_on_time = false;
  bool contacts = false;         ///< per-atom output
  contact::Vec3<double> origin{0.0, 0.0, 0.0};    ///< about which the torque on the wall is taken
  std::optional<double> temperature;
  std::string temperature_variable;    ///< name, in place of temperature
};

/// Reads the arguments after the style name.
/// Errors: those of parse_model_spec(); unknown or repeated keyword, missing value, a number that is none
/// or out of its range, motions that exclude each other or do not fit the wall, a region that does not
/// exist, a temperature without heat model and the reverse. Each names the keyword, the value and what is
/// allowed.
WallArguments parse_wall_arguments(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

}    // namespace granular_srt
