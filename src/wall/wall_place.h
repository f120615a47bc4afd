#pragma once

#include "mesh_motion.h"
#include "wall_shape.h"
#include "wall_words.h"

#include <memory>
#include <vector>

namespace granular_srt {

/// The wall that a command names: its kind and place, without its motion.
struct WallPlace {
  enum class Kind { planes, cylinder, cone, mesh, region };

  std::string style;     ///< the word of the command
  std::string region;    ///< region ID; empty unless kind is region
  Kind kind = Kind::planes;
  int axis = 0;                     ///< normal of planes, axis of a cylinder or cone
  double lo = 0.0, hi = 0.0;        ///< of planes, NaN for none; of a cone [length]
  double radius = 0.0;              ///< of a cylinder, of a cone at lo [length]
  double radius_hi = 0.0;           ///< of a cone [length]
  double center[2] = {0.0, 0.0};    ///< of a cylinder or cone [length]
  std::string mesh_file;
  double scale = 1.0;                                   ///< of a mesh
  contact::Vec3<double> displacement{0.0, 0.0, 0.0};    ///< of a mesh [length]
  double smooth = 30.0;                                 ///< of a mesh [degrees]

  /// Reads the wall and its numbers.
  /// \param known  the words that name a wall in this command
  void read(WallWords &words, const std::vector<std::string> &known);
  /// Reads the values of a keyword. \return false if the keyword does not concern the position
  bool read_keyword(const std::string &word, WallWords &words);

  /// Bit k is set if the box must not be periodic along axis k.
  [[nodiscard]] int periodic_forbidden() const;
  /// Two planes.
  [[nodiscard]] bool is_gap() const;
  /// Planes of which both are NULL.
  [[nodiscard]] bool is_missing() const;
  /// \throws LAMMPS error unless the wall is a mesh
  void require_mesh(const std::string &keyword, const WallWords &words) const;

  /// \throws LAMMPS error for a file of triangles that cannot be used, or a region that does not exist
  [[nodiscard]] std::unique_ptr<WallShape> shape(const WallWords &words, const MeshMotionRule &motion) const;

 private:
  void settle_planes(const WallWords &words);
};

}    // namespace granular_srt
