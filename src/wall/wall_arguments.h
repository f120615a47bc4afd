#pragma once

#include "wall_load.h"
#include "wall_material.h"
#include "wall_shape.h"

#include "models/model_spec.h"

#include <memory>
#include <optional>
#include <string>

namespace granular_srt {

/// Arguments of a wall command: fix wall/granular, or LAMMPS' fix wall/gran with the same walls and motions.
struct WallArguments {
  ModelSpec models;
  WallMaterial material;
  std::string
      style;    ///< of the wall: xplane, yplane, zplane, xcylinder, ycylinder, zcylinder, xcone, ycone, zcone, mesh or region
  std::string region;    ///< region ID; empty unless style is region
  std::unique_ptr<WallShape> shape;
  int periodic_forbidden = 0;      ///< bit k is set if the box must not be periodic along axis k
  bool depends_on_time = false;    ///< the position of the wall depends on the time
  bool contacts = false;           ///< keyword contacts: per-atom output
  contact::Vec3<double> origin{0.0, 0.0, 0.0};    ///< reference point of the torque on the wall [length]
  std::optional<double> temperature;              ///< [temperature]
  std::string temperature_variable;    ///< name of a variable that replaces `temperature`; else empty
  std::optional<WallLoadRule> load;    ///< the wall moves under a load
  int load_axis = 0;                   ///< direction of a load on planes and meshes: 0 x, 1 y, 2 z
  double load_force = 0.0;             ///< [force]
  std::string load_variable;           ///< name of a variable that replaces `load_force`; else empty
  int faces_every = 0;                 ///< keyword faces: steps from file to file; 0 for no files
  std::string faces_path;              ///< of the files
};

/// Reads the arguments that follow the name of the fix style.
/// \param fix_style  wall/granular or wall/granular/region: models as in pair_coeff; wall/gran or wall/gran/region: the
///                   word granular and these models, or one of LAMMPS' classic models (parse_gran_law)
/// \throws LAMMPS error, with keyword, value and allowed values, for: any error of parse_model_spec(); a region with
///         wall/gran, or another wall with wall/gran/region; an unknown or repeated keyword; a missing value; a value
///         that is not a number or out of its range; motions that exclude each other or do not fit the wall; a region
///         that does not exist; a material that does not fit the models;
///         keyword temperature without heat model, or a heat model without keyword temperature
WallArguments parse_wall_arguments(LAMMPS_NS::LAMMPS *lmp, const std::string &fix_style, int narg,
                                   char **arg);

}    // namespace granular_srt
