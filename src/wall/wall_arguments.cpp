#include "wall_arguments.h"

#include "models/gran_arguments.h"

#include "comm.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  /// What a shape accepts.
  enum Accepts : unsigned {
    CENTER = 1,           ///< keyword center
    MOTION = 2,           ///< wiggle, translate; the others move themselves
    SHEAR = 4,            ///< keyword shear
    ROTATE = 8,           ///< keyword rotate
    LOAD = 16,            ///< keyword load, along x, y or z
    RADIAL_LOAD = 32,     ///< keyword load, on the radius
    TRIANGLES = 64,       ///< options of meshes
    IN_WALL_GRAN = 128    ///< LAMMPS' fix wall/gran has it too
  };

  struct ShapeKind {
    std::string word;
    bool has_axis = false;    ///< x, y or z comes before the word
    ReadShape *read = nullptr;
    unsigned accepts = 0;
  };

  /// All shapes. A new one is a row here, a name in wall_arguments.h and a file.
  const std::vector<ShapeKind> shape_kinds{
      {"plane", true, read_planes, MOTION | SHEAR | LOAD | IN_WALL_GRAN},
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
        lmp_{lmp}, narg_{narg}, arg_{arg}, words_{"fix " + fix_style,
                                                  std::vector<std::string>(arg, arg + narg),
                                                  [lmp](const std::string &word) {
                                                    return utils::is_double(word)
                                                        ? utils::numeric(FLERR, word, false, lmp)
                                                        : std::numeric_limits<double>::quiet_NaN();
                                                  }},
        gran_{!utils::strmatch(fix_style, "^wall/granular")}, region_only_{utils::strmatch(
                                                                  fix_style, "^wall/gran/region")}
    {
      out_.command = "fix " + fix_style;
    }

    WallArguments parse()
    {
      try {
        read();
        warn();
        out_.shape = make_shape_(lmp_, out_);
      } catch (const WallCommandError &fault) {
        warn();
        lmp_->error->all(FLERR, "{}", fault.what());
      }
      if (!out_.motion) out_.motion = prescribed_motion(lmp_, out_.command, out_.motion_rule);
      return std::move(out_);
    }

   private:
    LAMMPS *lmp_;
    int narg_;
    char **arg_;
    WallWords words_;
    bool gran_;           ///< LAMMPS' names wall/gran and wall/gran/region
    bool region_only_;    ///< wall/gran/region
    WallArguments out_;
    ShapeKind kind_;
    MakeShape make_shape_;
    WallLoadRule load_;
    std::string classic_;        ///< LAMMPS' classic model, if the command has one
    std::string motion_word_;    ///< keyword that set the motion
    std::string needs_load_;     ///< the first of the keywords inertia, speed, travel
    std::set<std::string> keywords_read_;

    void read()
    {
      read_models();
      read_wall();
      while (!words_.at_end()) read_keyword(words_.next(""));
      check_motion();
      check_temperature();
      check_load();
    }

    void warn()
    {
      for (auto [text, numbers] : words_.warnings) {
        for (const double number : numbers) text.replace(text.find("{}"), 2, fmt::format("{}", number));
        if (lmp_->comm->me == 0) lmp_->error->warning(FLERR, "{}", text);
      }
      words_.warnings.clear();
    }

    [[nodiscard]] bool accepts(Accepts what) const { return (kind_.accepts & what) != 0; }
    /// \throws WallCommandError unless the wall accepts a keyword
    void require(Accepts what, const std::string &word, const std::string &why) const
    {
      if (!accepts(what)) words_.cannot_use(word, "with " + out_.style + ": " + why);
    }
    void require_mesh(const std::string &word) const { require(TRIANGLES, word, "it belongs to meshes"); }

    void read_models()
    {
      if (gran_ && !words_.next_is("granular")) return read_classic_models();
      // wall/granular accepts arguments of LAMMPS' own fix, which has this word before the models
      if (words_.next_is("granular")) words_.skip(1);
      const ModelSyntax syntax{out_.command.c_str(), words_of_walls(false, false)};
      const int at = words_.position();
      const auto [models, words_read] = parse_model_spec(lmp_, syntax, narg_ - at, arg_ + at);
      out_.models = models;
      words_.skip(words_read);
    }

    void read_classic_models()
    {
      static const std::map<std::string, GranLaw> laws{{"hooke", GranLaw::hooke},
                                                       {"hooke/history", GranLaw::hooke_history},
                                                       {"hertz/history", GranLaw::hertz_history}};
      classic_ = words_.at_end() ? "" : words_.next("model");
      const auto law = laws.find(classic_);
      if (law == laws.end())
        throw WallCommandError("Unknown " + out_.command + " model '" + classic_ +
                               "': known are granular, hooke, hooke/history, hertz/history");
      int words_read = 0;
      const int at = words_.position();
      out_.models =
          parse_gran_law(lmp_, out_.command + " " + classic_, law->second, narg_ - at, arg_ + at, words_read);
      words_.skip(words_read);
    }

    void read_wall()
    {
      const std::vector<std::string> known = words_of_walls(gran_, region_only_);
      if (words_.at_end())
        throw WallCommandError("Missing wall of " + out_.command + ": known are " +
                               utils::join_words(known, ", "));
      out_.style = words_.next("wall");
      if (std::ranges::find(known, out_.style) == known.end())
        throw WallCommandError("Illegal " + out_.command + " wall " + out_.style + ": must be " +
                               utils::join_words(known, ", ") +
                               (out_.style == "region" ? "; fix wall/gran/region takes a region" : ""));
      kind_ = *std::ranges::find_if(shape_kinds, [&](const ShapeKind &kind) {
        const std::vector<std::string> words = words_of(kind);
        return std::ranges::find(words, out_.style) != words.end();
      });
      if (kind_.has_axis) out_.axis = static_cast<int>(std::string("xyz").find(out_.style[0]));
      out_.motion_rule.rigid_body = accepts(TRIANGLES);
      const int at = words_.position() - 1;
      make_shape_ = kind_.read(words_, out_);
      add_to_place(at);
    }

    /// Adds the words from a position to the last one that was read. \param from  its index
    void add_to_place(int from)
    {
      for (; from < words_.position(); ++from) {
        const double number = words_.value_of(arg_[from]);
        if (!out_.place.empty()) out_.place += ' ';
        out_.place += std::isnan(number) ? arg_[from] : fmt::format("{}", number);
      }
    }

    void read_keyword(const std::string &word)
    {
      if (!keywords_read_.insert(word).second)
        throw WallCommandError("The " + out_.command + " keyword " + word + " is given twice");
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
        throw WallCommandError("Unknown " + out_.command + " keyword '" + word + "': known are " + keywords);
      }
    }

    bool read_place(const std::string &word)
    {
      const int at = words_.position() - 1;
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
      if (word != "smooth") add_to_place(at);
      return true;
    }

    bool read_motion(const std::string &word)
    {
      using Kind = MotionRule::Kind;
      MotionRule &rule = out_.motion_rule;
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
          throw WallCommandError("Illegal " + out_.command +
                                 " keyword move: one of the displacements must be a variable");
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
      MotionRule &rule = out_.motion_rule;
      const bool by_variables = kind == MotionRule::Kind::none;    // move and turn may be combined
      if (!motion_word_.empty() && !(by_variables && rule.by_variables()))
        throw WallCommandError("Cannot use " + out_.command + " keywords " + motion_word_ + " and " + word +
                               " together");
      rule.kind = kind;
      motion_word_ = word;
    }

    void read_axis_of_rotation(const std::string &word)
    {
      out_.motion_rule.point = words_.vector(word, "point ");
      const contact::Vec3<double> axis = words_.vector(word, "axis ");
      if (!(length(axis) > 0.0)) words_.illegal(word + " axis", "0 0 0", "longer than 0");
      out_.motion_rule.rotation_axis = (1.0 / length(axis)) * axis;
    }

    void check_motion()
    {
      using Kind = MotionRule::Kind;
      const MotionRule &rule = out_.motion_rule;
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
        } else if (words_.next(word) != "r") {
          words_.illegal("load dimension", words_.last(), "r, the radius of " + out_.style);
        }
        load_.force = words_.number_or_variable(word, "force", load_.variable).value_or(0.0);
        load_.drag = words_.not_negative(word, "drag");
        return true;
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
      const bool loaded = keywords_read_.contains("load");
      if (!needs_load_.empty() && !loaded) words_.cannot_use(needs_load_, "without keyword load");
      if (!loaded) return;
      if (!(load_.drag + load_.inertia > 0.0)) words_.illegal("load drag", "0", "> 0, or inertia > 0");
      out_.load = load_;
    }

    void read_material()
    {
      WallMaterial &material = out_.material;
      if (words_.next_is("mix")) {
        words_.skip(1);
        material.kind = WallMaterial::Kind::mixed;
        return;
      }
      if (!with_model(contact::NormalModels{}, out_.models.model[NORMAL], has_elasticity))
        words_.cannot_use("material",
                          "with E and nu beside the normal model " + out_.models.name(NORMAL) +
                              ", which has none: must be " +
                              models_where(contact::NormalModels{}, has_elasticity) + ", or material mix");
      material.kind = WallMaterial::Kind::moduli;
      const std::string modulus = words_.next("material");
      material.E = modulus == "inf" ? HUGE_VAL : words_.value_of(modulus);
      if (!(material.E > 0.0)) words_.illegal("material E", modulus, "> 0, inf or the word mix");
      const std::string allowed = contact::Allowed::poisson_ratio.words;
      material.nu = words_.number("material", "nu", allowed);
      if (!contact::is_allowed(contact::Allowed::poisson_ratio, material.nu))
        words_.illegal("material nu", words_.last(), allowed);
    }

    void read_faces()
    {
      const std::string interval = words_.next("faces");
      out_.faces_every = utils::is_integer(interval) ? utils::inumeric(FLERR, interval, false, lmp_) : 0;
      if (out_.faces_every < 1) words_.illegal("faces interval", interval, "an integer > 0");
      out_.faces_path = words_.next("faces");
      if (out_.faces_path.find('*') == std::string::npos)
        words_.illegal("faces file", out_.faces_path, "a name with a * for the time step");
    }

    void check_temperature()
    {
      const bool heat = out_.models.name(HEAT) != "none";
      const bool given = out_.temperature || !out_.temperature_variable.empty();
      if (heat && !given)
        throw WallCommandError("Missing " + out_.command + " keyword temperature: the heat model " +
                               out_.models.name(HEAT) + " needs the temperature of the wall");
      if (given && !heat) words_.cannot_use("temperature", "without a heat model");
    }
  };

}    // namespace

WallArguments parse_wall_arguments(LAMMPS *lmp, const std::string &fix_style, int narg, char **arg)
{
  return Parser(lmp, fix_style, narg, arg).parse();
}

}    // namespace granular_srt
