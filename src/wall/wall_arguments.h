#pragma once

#include "wall_load.h"
#include "shapes/wall_shape.h"

#include "models/model_spec.h"

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

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

/// Options of a mesh.
struct MeshOptions {
  double scale = 1.0;                                   ///< factor on the coordinates of its file
  contact::Vec3<double> displacement{0.0, 0.0, 0.0};    ///< added to them [length]
  double smooth = 30.0;                                 ///< largest angle of normals of one contact [degrees]
};

/// A wall command: fix wall/granular, or LAMMPS' fix wall/gran with the same walls and motions.
struct WallArguments {
  std::string command;    ///< its name in messages, for example "fix wall/granular"
  ModelSpec models;
  WallMaterial material;

  // the wall
  std::string style;     ///< its word: xplane, zcylinder, mesh, region, ...
  int axis = 0;          ///< that the word begins with: 0 x, 1 y, 2 z
  std::string region;    ///< region ID; empty unless style is region
  std::string place;     ///< words of size and position, numbers in shortest form: "zplane NULL 1.5"
  std::shared_ptr<WallShape> shape;
  std::shared_ptr<WallMotion> motion;
  int periodic_forbidden = 0;    ///< bit k is set if the box must not be periodic along axis k

  double center[2] = {0.0, 0.0};    ///< keyword center, in the order x, y, z [length]
  MeshOptions mesh;
  MotionRule motion_rule;
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

/// Reads the arguments that follow the name of the fix style.
/// \param fix_style  wall/granular or wall/granular/region: models as in pair_coeff; wall/gran or wall/gran/region: the
///                   word granular and these models, or one of LAMMPS' classic models (parse_gran_law)
/// \throws LAMMPS error, with keyword, value and allowed values, for: any error of parse_model_spec(); a region with
///         wall/gran, or another wall with wall/gran/region; an unknown or repeated keyword; a missing value; a value
///         that is not a number or out of its range; motions that exclude each other or do not fit the wall; a file or
///         region of the wall that cannot be used; a material that does not fit the models;
///         keyword temperature without heat model, or a heat model without keyword temperature
WallArguments parse_wall_arguments(LAMMPS_NS::LAMMPS *lmp, const std::string &fix_style, int narg,
                                   char **arg);

/// An error in a wall command.
struct WallCommandError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The words of a wall command from left to right. All reading functions throw a WallCommandError that names the
/// command if a word is missing or has a value that is not allowed.
class WallWords {
 public:
  /// \param to_number  value of a word; NaN unless the word is a number
  WallWords(std::string command, std::vector<std::string> words,
            std::function<double(const std::string &)> to_number);

  [[nodiscard]] bool at_end() const { return next_ == words_.size(); }
  /// Number of words that have been read.
  [[nodiscard]] int position() const { return static_cast<int>(next_); }
  void skip(int words) { next_ += words; }

  /// \param of  keyword that the word belongs to
  std::string next(const std::string &of);
  /// The word that was read last.
  [[nodiscard]] const std::string &last() const { return words_[next_ - 1]; }
  [[nodiscard]] bool next_is(const std::string &word) const { return !at_end() && words_[next_] == word; }

  /// Value of a word; NaN unless it is a number.
  [[nodiscard]] double value_of(const std::string &word) const { return to_number_(word); }
  double number(const std::string &of, const std::string &what, const std::string &allowed = "a number");
  double positive(const std::string &of, const std::string &what);
  double not_negative(const std::string &of, const std::string &what);
  contact::Vec3<double> vector(const std::string &of, const std::string &what);
  /// 0 x, 1 y, 2 z.
  int axis(const std::string &of);
  /// v_name. \return the name; empty for NULL, which `may_be_null` allows
  std::string variable(const std::string &of, const std::string &what, bool may_be_null);
  /// A number, or v_name. \param name  set to the name of the variable
  std::optional<double> number_or_variable(const std::string &of, const std::string &what, std::string &name);

  [[noreturn]] void illegal(const std::string &what, const std::string &value,
                            const std::string &allowed) const;
  /// "Cannot use (command) keyword (word) (why)".
  [[noreturn]] void cannot_use(const std::string &word, const std::string &why) const;

  /// A warning about the command.
  struct Warning {
    std::string text;    ///< with {} for each of the numbers
    std::vector<double> numbers;
  };
  std::vector<Warning> warnings;

 private:
  std::string command_;
  std::vector<std::string> words_;
  std::function<double(const std::string &)> to_number_;
  std::size_t next_ = 0;
};

/// Makes the shape when all options of the command are known. It may complete the other arguments: which periodic boxes
/// the wall forbids, and a motion other than that of the rule.
/// \throws WallCommandError if a motion or load does not fit the shape, LAMMPS error for a file or region that cannot
///         be used
using MakeShape = std::function<std::shared_ptr<WallShape>(LAMMPS_NS::LAMMPS *lmp, WallArguments &wall)>;

/// Reads the words of a shape, which follow the word of the wall. The result is called while `words` exists.
/// \param wall  style and axis are known
using ReadShape = MakeShape(WallWords &words, const WallArguments &wall);

/// The shapes, each with its file.
ReadShape read_planes, read_cylinder, read_cone, read_mesh, read_region;

}    // namespace granular_srt
