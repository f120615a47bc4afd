#include "read_wall.h"

#include "host/style_table.h"
#include "models/gran_arguments.h"

#include "force.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  /// What a shape accepts.
  enum Accepts : unsigned {
    CENTER = 1,            ///< keyword center
    MOTION = 2,            ///< wiggle, translate; the others move themselves
    SHEAR = 4,             ///< keyword shear
    ROTATE = 8,            ///< keyword rotate
    LOAD = 16,             ///< keyword load, along x, y or z
    RADIAL_LOAD = 32,      ///< keyword load, on the radius
    TRIANGLES = 64,        ///< options of meshes
    IN_WALL_GRAN = 128,    ///< LAMMPS' fix wall/gran has it too
    FLAT = 256             ///< motions across its axis move the surface within itself
  };

  struct ShapeKind {
    std::string word;
    bool has_axis = false;    ///< x, y or z comes before the word
    ReadShape *read = nullptr;
    unsigned accepts = 0;
  };

  /// All shapes. A new one is a row here, a name in shapes/wall_command.h and a file.
  const std::vector<ShapeKind> shape_kinds{
      {"plane", true, read_planes, MOTION | SHEAR | LOAD | IN_WALL_GRAN | FLAT},
      {"cylinder", true, read_cylinder, MOTION | SHEAR | ROTATE | RADIAL_LOAD | CENTER | IN_WALL_GRAN},
      {"cone", true, read_cone, MOTION | ROTATE | CENTER},
      {"mesh", false, read_mesh, MOTION | ROTATE | LOAD | TRIANGLES},
      {"region", false, read_region, 0},
  };

  constexpr const char *keywords = "wiggle, shear, translate, rotate, center, temperature, contacts, origin, "
                                   "material, load, inertia, speed, travel, scale, displace, smooth, move, "
                                   "turn, faces";

  constexpr auto has_elasticity = [](auto model) { return decltype(model)::type::has_elasticity; };

  std::vector<std::string> words_of(const ShapeKind &kind)
  {
    if (!kind.has_axis) return {kind.word};
    return {"x" + kind.word, "y" + kind.word, "z" + kind.word};
  }

  std::vector<std::string> words_of_walls(bool wall_gran, bool region_only)
  {
    if (region_only) return {"region"};
    std::vector<std::string> words;
    for (const ShapeKind &kind : shape_kinds)
      if (!wall_gran || kind.accepts & IN_WALL_GRAN)
        for (const std::string &word : words_of(kind)) words.push_back(word);
    return words;
  }

  /// Reads one command from left to right.
  class Parser {
   public:
    Parser(LAMMPS *lmp, const std::string &fix_style, int narg, char **arg) :
        lmp_{lmp}, words_{lmp, "fix " + fix_style, narg, arg}, gran_{!fix_style.starts_with("wall/granular")},
        region_only_{fix_style.starts_with("wall/gran/region")}
    {
      out_.name = words_.command();
    }

    Wall parse()
    {
      read_models();
      read_wall();
      while (!words_.at_end()) read_keyword(words_.keyword());
      check_motion();
      check_temperature();
      check_load();
      BuiltWall built = build_(lmp_, out_);
      if (!built.motion) built.motion = prescribed_motion(lmp_, out_.name, out_.motion);
      return {std::move(out_), std::move(built)};
    }

   private:
    LAMMPS *lmp_;
    LammpsWords words_;
    bool gran_;           ///< LAMMPS' names wall/gran and wall/gran/region
    bool region_only_;    ///< wall/gran/region
    WallCommand out_;
    ShapeKind kind_;
    BuildWall build_;
    WallLoadRule load_;
    bool loaded_ = false;
    std::string classic_;        ///< LAMMPS' classic model, if the command has one
    std::string motion_word_;    ///< keyword that set the motion
    std::string needs_load_;     ///< the first of the keywords inertia, speed, travel

    [[nodiscard]] bool accepts(Accepts what) const { return (kind_.accepts & what) != 0; }
    /// Stops unless the wall accepts a keyword.
    void require(Accepts what, const std::string &word, const std::string &why) const
    {
      if (!accepts(what)) words_.cannot_use(word, "with " + out_.style + ": " + why);
    }
    void require_mesh(const std::string &word) const { require(TRIANGLES, word, "it belongs to meshes"); }

    void read_models()
    {
      if (gran_ && !words_.next_is("granular")) return read_classic_models();
      // wall/granular accepts arguments of LAMMPS' own fix, which has this word before the models
      words_.skip("granular");
      out_.models = parse_model_spec({words_of_walls(false, false)}, words_);
    }

    void read_classic_models()
    {
      static const std::map<std::string, GranLaw> laws{{"hooke", GranLaw::hooke},
                                                       {"hooke/history", GranLaw::hooke_history},
                                                       {"hertz/history", GranLaw::hertz_history}};
      classic_ = words_.at_end() ? "" : words_.next("model");
      const auto law = laws.find(classic_);
      if (law == laws.end())
        words_.stop("Unknown " + out_.name + " model '" + classic_ +
                    "': known are granular, hooke, hooke/history, hertz/history");
      out_.models = parse_gran_law(lmp_, law->second, words_, classic_);
    }

    void read_wall()
    {
      const std::vector<std::string> known = words_of_walls(gran_, region_only_);
      const std::string list = utils::join_words(known, ", ");
      if (words_.at_end()) words_.stop("Missing wall of " + out_.name + ": known are " + list);
      const auto first = words_.position();
      out_.style = words_.keyword();
      if (std::ranges::find(known, out_.style) == known.end())
        words_.stop("Illegal " + out_.name + " wall " + out_.style + ": must be " + list +
                    (out_.style == "region" ? "; fix wall/gran/region takes a region" : ""));
      kind_ = *std::ranges::find_if(shape_kinds, [&](const ShapeKind &kind) {
        const std::vector<std::string> words = words_of(kind);
        return std::ranges::find(words, out_.style) != words.end();
      });
      if (kind_.has_axis) out_.axis = static_cast<int>(std::string("xyz").find(out_.style[0]));
      out_.motion.rigid_body = accepts(TRIANGLES);
      build_ = kind_.read(words_, out_);
      if (out_.style == "region") out_.region = words_.last();
      add_to_place(first);
    }

    /// Adds the words that have been read since a position.
    void add_to_place(std::ptrdiff_t first)
    {
      for (const std::string &word : words_.since(first)) {
        const double number = words_.value_of(word);
        if (!out_.place.empty()) out_.place += ' ';
        out_.place += std::isnan(number) ? word : fmt::format("{}", number);
      }
    }

    void read_keyword(const std::string &word)
    {
      if (read_motion(word) || read_load(word) || read_place(word)) return;
      if (word == "temperature") {
        out_.temperature = words_.number_or_variable(word, "wall temperature", out_.temperature_variable);
      } else if (word == "contacts") {
        out_.contacts = true;
      } else if (word == "origin") {
        out_.origin = words_.vector(word, "");
      } else if (word == "material") {
        if (!classic_.empty())
          words_.cannot_use(word, "with the model " + classic_ + ": use the models of granular");
        read_material();
      } else if (word == "faces") {
        require_mesh(word);
        read_faces();
      } else {
        words_.unknown(word, keywords);
      }
    }

    bool read_place(const std::string &word)
    {
      const auto first = words_.position() - 1;
      if (word == "center") {
        require(CENTER, word, "it belongs to cylinders and cones");
        for (double &c : out_.center) c = words_.number(word, "coordinate");
      } else if (word == "scale") {
        require_mesh(word);
        out_.mesh.scale = words_.positive(word, "factor");
      } else if (word == "displace") {
        require_mesh(word);
        out_.mesh.displacement = words_.vector(word, "");
      } else if (word == "smooth") {
        require_mesh(word);
        const std::string allowed = "> 0 and <= 90";
        out_.mesh.smooth = words_.number(word, "angle", allowed);
        if (!(out_.mesh.smooth > 0.0 && out_.mesh.smooth <= 90.0))
          words_.illegal("smooth angle", words_.last(), allowed);
      } else {
        return false;
      }
      if (word != "smooth") add_to_place(first);
      return true;
    }

    bool read_motion(const std::string &word)
    {
      using Kind = MotionRule::Kind;
      MotionRule &rule = out_.motion;
      if (word == "wiggle") {
        begin_motion(word, Kind::wiggle);
        rule.axis = words_.axis(word);
        rule.amplitude = words_.number(word, "amplitude");
        rule.period = words_.positive(word, "period");
      } else if (word == "shear" || word == "translate") {
        begin_motion(word, word == "shear" ? Kind::shear : Kind::translate);
        rule.axis = words_.axis(word);
        rule.rate = words_.number(word, "velocity");
      } else if (word == "rotate") {
        begin_motion(word, Kind::rotate);
        rule.rate = words_.number(word, "angular velocity");
        if (rule.rigid_body) read_axis_of_rotation(word);
      } else if (word == "move") {
        require_mesh(word);
        begin_motion(word, Kind::none);
        for (std::string &name : rule.displacement_variable)
          name = words_.variable(word, "displacement", true);
        if (!rule.by_variables())
          words_.stop("Illegal " + out_.name + " keyword move: one of the displacements must be a variable");
      } else if (word == "turn") {
        require_mesh(word);
        begin_motion(word, Kind::none);
        rule.angle_variable = words_.variable(word, "angle", false);
        read_axis_of_rotation(word);
      } else {
        return false;
      }
      return true;
    }

    void begin_motion(const std::string &word, MotionRule::Kind kind)
    {
      if (!accepts(MOTION)) words_.cannot_use(word, "with region: use keyword move or rotate of the region");
      MotionRule &rule = out_.motion;
      const bool by_variables = kind == MotionRule::Kind::none;    // move and turn may be combined
      if (!motion_word_.empty() && !(by_variables && rule.by_variables()))
        words_.stop("Cannot use " + out_.name + " keywords " + motion_word_ + " and " + word + " together");
      rule.kind = kind;
      motion_word_ = word;
    }

    void read_axis_of_rotation(const std::string &word)
    {
      out_.motion.point = words_.vector(word, "point ");
      const contact::Vec3<double> axis = words_.vector(word, "axis ");
      if (!(length(axis) > 0.0)) words_.illegal(word + " axis", "0 0 0", "longer than 0");
      out_.motion.rotation_axis = (1.0 / length(axis)) * axis;
    }

    void check_motion()
    {
      using Kind = MotionRule::Kind;
      MotionRule &rule = out_.motion;
      rule.stays_in_place = accepts(FLAT) && rule.axis != out_.axis;
      if (rule.kind == Kind::rotate) require(ROTATE, "rotate", "it turns cylinders, cones and meshes");
      if (rule.kind == Kind::shear) require(SHEAR, "shear", "it belongs to planes and cylinders");
    }

    bool read_load(const std::string &word)
    {
      if (word == "load") {
        if (!accepts(LOAD) && !accepts(RADIAL_LOAD))
          words_.cannot_use(word, "with " + out_.style + ": planes, cylinders and meshes take it");
        if (accepts(LOAD)) {
          load_.axis = words_.axis(word);
        } else {
          const std::string allowed = "r, the radius of " + out_.style;
          if (words_.next(word, allowed, "dimension") != "r")
            words_.illegal("load dimension", words_.last(), allowed);
        }
        load_.force = words_.number_or_variable(word, "force", load_.variable).value_or(0.0);
        load_.drag = words_.not_negative(word, "drag");
        return loaded_ = true;
      }
      if (word == "inertia") {
        load_.inertia = words_.not_negative(word, "mass") / lmp_->force->ftm2v;
      } else if (word == "speed") {
        load_.speed = words_.positive(word, "limit");
      } else if (word == "travel") {
        load_.lowest = words_.number(word, "lo");
        const std::string lo = words_.last();
        load_.highest = words_.number(word, "hi");
        if (!(load_.lowest <= 0.0 && load_.highest >= 0.0))
          words_.illegal("travel", lo + " " + words_.last(), "lo <= 0 <= hi");
      } else {
        return false;
      }
      if (needs_load_.empty()) needs_load_ = word;
      return true;
    }

    void check_load()
    {
      if (!needs_load_.empty() && !loaded_) words_.cannot_use(needs_load_, "without keyword load");
      if (!loaded_) return;
      if (!(load_.drag + load_.inertia > 0.0)) words_.illegal("load drag", "0", "> 0, or inertia > 0");
      out_.load = load_;
    }

    void read_material()
    {
      WallMaterial &material = out_.material;
      if (words_.skip("mix")) {
        material.kind = WallMaterial::Kind::mixed;
        return;
      }
      if (!with_model(contact::NormalModels{}, out_.models.model[NORMAL], has_elasticity))
        words_.cannot_use("material",
                          "with E and nu beside the normal model " + out_.models.name(NORMAL) +
                              ", which has none: must be " +
                              models_where(contact::NormalModels{}, has_elasticity) + ", or material mix");
      material.kind = WallMaterial::Kind::moduli;
      const std::string moduli = "> 0, inf or the word mix", modulus = words_.next("material", moduli, "E");
      material.E = modulus == "inf" ? HUGE_VAL : words_.value_of(modulus);
      if (!(material.E > 0.0)) words_.illegal("material E", modulus, moduli);
      const std::string allowed = contact::Allowed::poisson_ratio.words;
      material.nu = words_.number("material", "nu", allowed);
      if (!contact::is_allowed(contact::Allowed::poisson_ratio, material.nu))
        words_.illegal("material nu", words_.last(), allowed);
    }

    void read_faces()
    {
      const std::string steps = "an integer > 0", name = "a name with a * for the time step";
      const std::string interval = words_.next("faces", steps, "interval");
      out_.faces_every = utils::is_integer(interval) ? utils::inumeric(FLERR, interval, false, lmp_) : 0;
      if (out_.faces_every < 1) words_.illegal("faces interval", interval, steps);
      out_.faces_path = words_.next("faces", name, "file");
      if (out_.faces_path.find('*') == std::string::npos) words_.illegal("faces file", out_.faces_path, name);
    }

    void check_temperature()
    {
      const bool heat = out_.models.name(HEAT) != "none";
      const bool given = out_.temperature || !out_.temperature_variable.empty();
      if (heat && !given)
        words_.stop("Missing " + out_.name + " keyword temperature: the heat model " +
                    out_.models.name(HEAT) + " needs the temperature of the wall");
      if (given && !heat) words_.cannot_use("temperature", "without a heat model");
    }
  };

}    // namespace

Wall read_wall(LAMMPS *lmp, int narg, char **arg)
{
  return Parser(lmp, std::string(host_name(arg[2])), narg - 3, arg + 3).parse();
}

}    // namespace granular_srt
