#pragma once

#include "wall_load.h"
#include "wall_shape.h"

#include "models/model_spec.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace granular_srt {

/// Keyword material of a wall command: meaning of the coefficients in the command.
struct WallMaterial {
  enum class Kind {
    contact,    ///< those of the contact; particle and wall have the same E and nu
    moduli,     ///< those of the contact; E and nu are the particle's, and the wall has its own
    mixed       ///< the wall's; each type of particles mixes with it
  };
  Kind kind = Kind::contact;
  double E = 0.0, nu = 0.0;    ///< of the wall, for Kind::moduli [pressure], [-]
};

struct MeshOptions {
  double scale = 1.0;                                   ///< factor on the coordinates of its file
  contact::Vec3<double> displacement{0.0, 0.0, 0.0};    ///< added to them [length]
  double smooth = 30.0;                                 ///< largest angle of normals of one contact [degrees]
};

/// The words of a wall command: fix wall/granular, or LAMMPS' fix wall/gran with the same walls and motions.
struct WallCommand {
  std::string name;    ///< in messages, for example "fix wall/granular"
  ModelSpec models;
  WallMaterial material;

  // the wall
  std::string style;     ///< its word: xplane, zcylinder, mesh, region, ...
  int axis = 0;          ///< that the word begins with: 0 x, 1 y, 2 z
  std::string region;    ///< region ID; empty unless style is region
  std::string place;     ///< words of size and position, numbers in shortest form: "zplane NULL 1.5"
  double center[2] = {0.0, 0.0};    ///< keyword center, in the order x, y, z [length]
  MeshOptions mesh;
  MotionRule motion;
  std::optional<WallLoadRule> load;    ///< the wall moves under a load

  std::optional<double> temperature;    ///< [temperature]
  std::string temperature_variable;     ///< name of a variable that replaces `temperature`; else empty

  // output
  bool contacts = false;                          ///< keyword contacts: per-atom output
  contact::Vec3<double> origin{0.0, 0.0, 0.0};    ///< reference point of the torque on the wall [length]
  int faces_every = 0;                            ///< keyword faces: steps from file to file; 0 for no files
  std::string faces_path;                         ///< of the files

  /// The point of keyword center: where `axis` meets the plane of the two other coordinates [length].
  [[nodiscard]] contact::Vec3<double> center_on_plane() const
  {
    return along(axis == 0 ? 1 : 0, center[0]) + along(axis == 2 ? 1 : 2, center[1]);
  }
};

/// What a command has built.
struct BuiltWall {
  std::shared_ptr<WallShape> shape;
  std::shared_ptr<WallMotion> motion{};    ///< a shape leaves it null if it moves by the rule of the command
  int forbidden = 0;                       ///< bit k is set if the box must not be periodic along axis k
  double lowest = -std::numeric_limits<double>::infinity();    ///< least displacement under a load [length]
};

/// Builds the wall when all words of the command are known.
/// \throws LAMMPS error if a motion or load does not fit the shape, or if a file or region cannot be used
using BuildWall = std::function<BuiltWall(LAMMPS_NS::LAMMPS *lmp, const WallCommand &command)>;

/// Reads the words of a shape, which follow the word of the wall. The result is called while `words` exists.
/// \param command  style and axis are known
using ReadShape = BuildWall(CommandWords &words, const WallCommand &command);

ReadShape read_planes, read_cylinder, read_cone, read_mesh, read_region;

}    // namespace granular_srt
