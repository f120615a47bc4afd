#include "wall_arguments.h"

#include "cone_wall.h"
#include "cylinder_wall.h"
#include "mesh_input.h"
#include "mesh_wall.h"
#include "plane_walls.h"
#include "region_wall.h"

#include "models/gran_arguments.h"

#include "error.h"
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

  constexpr const char *axis_names = "xyz";
  constexpr const char *keywords = "wiggle, shear, translate, rotate, center, temperature, contacts, origin, "
                                   "load, inertia, speed, travel, scale, displace, smooth, move, turn, faces";

  /// Reads one command from left to right. `iarg_` is the next word.
  class Parser {
   public:
    Parser(LAMMPS *lmp, const std::string &fix_style, int narg, char **arg) :
        lmp_{lmp}, error_{lmp->error}, command_{"fix " + fix_style}, narg_{narg}, arg_{arg},
        gran_{!utils::strmatch(fix_style, "^wall/granular")}, region_only_{utils::strmatch(
                                                                  fix_style, "^wall/gran/region")}
    {
    }

    WallArguments parse()
    {
      read_models();
      if (iarg_ == narg_) error_->all(FLERR, "Missing wall of {}: known are {}", command_, known_walls());
      read_wall();
      while (iarg_ < narg_) read_keyword();
      check_motion();
      check_load();
      check_temperature();
      make_shape();
      return std::move(out_);
    }

   private:
    enum class Shape { planes, cylinder, cone, mesh, region };

    LAMMPS *lmp_;
    Error *error_;
    std::string command_;
    int narg_;
    char **arg_;
    bool gran_;           ///< LAMMPS' names wall/gran and wall/gran/region
    bool region_only_;    ///< wall/gran/region
    int iarg_ = 0;
    WallArguments out_;
    Shape shape_ = Shape::planes;
    int axis_ = 0;                     ///< normal of planes, axis of a cylinder
    double lo_ = 0.0, hi_ = 0.0;       ///< of planes, NaN for none; of a cone [length]
    double radius_ = 0.0;              ///< of a cylinder, of a cone at lo [length]
    double radius_hi_ = 0.0;           ///< of a cone [length]
    double center_[2] = {0.0, 0.0};    ///< of a cylinder or cone [length]
    std::string mesh_file_;
    double scale_ = 1.0;                                   ///< of a mesh
    contact::Vec3<double> displacement_{0.0, 0.0, 0.0};    ///< of a mesh [length]
    double smooth_ = 30.0;                                 ///< of a mesh [degrees]
    MeshMotionRule mesh_motion_;
    WallMotion motion_;
    WallLoadRule load_rule_;
    std::string motion_word_;    ///< keyword that set motion_
    std::set<std::string> keywords_read_;

    std::string next_word(const std::string &of)
    {
      if (iarg_ == narg_) error_->all(FLERR, "Missing value of {} keyword {}", command_, of);
      return arg_[iarg_++];
    }

    [[noreturn]] void illegal(const std::string &what, const std::string &value, const std::string &allowed)
    {
      error_->all(FLERR, "Illegal {} {} value {}: must be {}", command_, what, value, allowed);
    }

    double number(const std::string &of, const std::string &what, const std::string &allowed = "a number")
    {
      const std::string text = next_word(of);
      const double value = utils::is_double(text) ? utils::numeric(FLERR, text, false, lmp_)
                                                  : std::numeric_limits<double>::quiet_NaN();
      if (!std::isfinite(value)) illegal(of + " " + what, text, allowed);
      return value;
    }

    double positive_number(const std::string &of, const std::string &what)
    {
      const double value = number(of, what, "> 0");
      if (!(value > 0.0)) illegal(of + " " + what, arg_[iarg_ - 1], "> 0");
      return value;
    }

    int axis_of(const std::string &of)
    {
      const std::string text = next_word(of);
      for (int axis = 0; axis < 3; ++axis)
        if (text == std::string(1, axis_names[axis])) return axis;
      illegal(of + " dimension", text, "x, y or z");
    }

    double plane(const std::string &which)
    {
      if (iarg_ < narg_ && std::string(arg_[iarg_]) == "NULL") {
        ++iarg_;
        return std::numeric_limits<double>::quiet_NaN();
      }
      return number(out_.style, which, "a number or NULL");
    }

    [[nodiscard]] std::vector<std::string> walls() const
    {
      if (region_only_) return {"region"};
      std::vector<std::string> words{"xplane", "yplane", "zplane", "xcylinder", "ycylinder", "zcylinder"};
      if (!gran_) words.insert(words.end(), {"xcone", "ycone", "zcone", "mesh", "region"});
      return words;
    }

    [[nodiscard]] std::string known_walls() const { return LAMMPS_NS::utils::join(walls(), ", "); }

    void read_models()
    {
      const std::string first = narg_ > 0 ? arg_[0] : "";
      if (gran_ && first != "granular") return read_classic_models(first);
      // wall/granular takes decks for LAMMPS' own fix, which has this word before the models
      if (first == "granular") ++iarg_;
      const ModelSyntax syntax{command_.c_str(),
                               false,
                               {"xplane", "yplane", "zplane", "xcylinder", "ycylinder", "zcylinder", "xcone",
                                "ycone", "zcone", "mesh", "region"}};
      int words_read = 0;
      out_.models = parse_model_spec(lmp_, syntax, narg_ - iarg_, arg_ + iarg_, words_read);
      iarg_ += words_read;
    }

    void read_classic_models(const std::string &name)
    {
      static const std::map<std::string, GranLaw> laws{{"hooke", GranLaw::hooke},
                                                       {"hooke/history", GranLaw::hooke_history},
                                                       {"hertz/history", GranLaw::hertz_history}};
      const auto law = laws.find(name);
      if (law == laws.end())
        error_->all(FLERR, "Unknown {} model '{}': known are granular, hooke, hooke/history, hertz/history",
                    command_, name);
      int words_read = 0;
      out_.models = parse_gran_law(lmp_, command_ + " " + name, law->second, narg_ - 1, arg_ + 1, words_read);
      iarg_ = 1 + words_read;
    }

    void read_wall()
    {
      out_.style = next_word("wall");
      const std::vector<std::string> known = walls();
      if (std::find(known.begin(), known.end(), out_.style) == known.end())
        error_->all(FLERR, "Illegal {} wall {}: must be {}{}", command_, out_.style, known_walls(),
                    out_.style == "region" ? "; fix wall/gran/region takes a region" : "");
      axis_ = static_cast<int>(std::string(axis_names).find(out_.style[0]));
      if (out_.style == "region") {
        shape_ = Shape::region;
        out_.region = next_word(out_.style);
      } else if (out_.style == "mesh") {
        shape_ = Shape::mesh;
        mesh_file_ = next_word(out_.style);
      } else if (out_.style.substr(1) == "plane") {
        shape_ = Shape::planes;
        out_.periodic_forbidden = 1 << axis_;
        lo_ = plane("lo");
        hi_ = plane("hi");
        if (std::isnan(lo_) && std::isnan(hi_))
          error_->all(FLERR, "Illegal {} {}: lo or hi must be a number", command_, out_.style);
        if (hi_ <= lo_) illegal(out_.style + " hi", arg_[iarg_ - 1], "> lo");
      } else if (out_.style.substr(1) == "cone") {
        shape_ = Shape::cone;
        out_.periodic_forbidden = 7 ^ (1 << axis_);
        lo_ = number(out_.style, "lo");
        hi_ = number(out_.style, "hi");
        if (!(lo_ < hi_)) illegal(out_.style + " hi", arg_[iarg_ - 1], "> lo");
        radius_ = not_negative(out_.style, "radius at lo");
        radius_hi_ = not_negative(out_.style, "radius at hi");
        if (!(radius_ + radius_hi_ > 0.0))
          illegal(out_.style + " radius at hi", arg_[iarg_ - 1], "> 0 where the other one is 0");
      } else {
        shape_ = Shape::cylinder;
        out_.periodic_forbidden = 7 ^ (1 << axis_);
        radius_ = positive_number(out_.style, "radius");
      }
    }

    void read_keyword()
    {
      const std::string word = arg_[iarg_++];
      if (!keywords_read_.insert(word).second)
        error_->all(FLERR, "The {} keyword {} is given twice", command_, word);
      if (word == "wiggle") {
        begin_motion(word, WallMotion::Kind::wiggle);
        motion_.axis = axis_of(word);
        motion_.amplitude = number(word, "amplitude");
        motion_.period = positive_number(word, "period");
      } else if (word == "shear") {
        begin_motion(word, WallMotion::Kind::shear);
        motion_.axis = axis_of(word);
        motion_.rate = number(word, "velocity");
      } else if (word == "translate") {
        begin_motion(word, WallMotion::Kind::translate);
        motion_.axis = axis_of(word);
        motion_.rate = number(word, "velocity");
      } else if (word == "rotate") {
        begin_motion(word, WallMotion::Kind::rotate);
        motion_.rate = number(word, "angular velocity");
        if (shape_ == Shape::mesh) read_axis(word);
      } else if (word == "center") {
        if (shape_ != Shape::cylinder && shape_ != Shape::cone)
          error_->all(FLERR, "Cannot use {} keyword center with {}: it belongs to cylinders and cones",
                      command_, out_.style);
        for (double &c : center_) c = number(word, "coordinate");
      } else if (word == "temperature") {
        const std::string text = next_word(word);
        if (utils::strmatch(text, "^v_")) {
          out_.temperature_variable = text.substr(2);
        } else {
          --iarg_;
          out_.temperature = number(word, "wall temperature", "a number or v_name");
        }
      } else if (word == "contacts") {
        out_.contacts = true;
      } else if (word == "origin") {
        out_.origin.x = number(word, "x");
        out_.origin.y = number(word, "y");
        out_.origin.z = number(word, "z");
      } else if (word == "load") {
        read_load(word);
      } else if (word == "inertia") {
        load_rule_.inertia = not_negative(word, "mass");
      } else if (word == "speed") {
        load_rule_.speed = positive_number(word, "limit");
      } else if (word == "travel") {
        load_rule_.lowest = number(word, "lo");
        load_rule_.highest = number(word, "hi");
        if (!(load_rule_.lowest <= 0.0 && load_rule_.highest >= 0.0))
          illegal("travel", fmt::format("{} {}", arg_[iarg_ - 2], arg_[iarg_ - 1]), "lo <= 0 <= hi");
      } else if (word == "move") {
        check_belongs_to_mesh(word);
        begin_motion(word, WallMotion::Kind::none);
        for (std::string &name : mesh_motion_.displacement) name = variable(word, "displacement", true);
        if (!mesh_motion_.by_variables())
          error_->all(FLERR, "Illegal {} keyword move: one of the displacements must be a variable",
                      command_);
      } else if (word == "turn") {
        check_belongs_to_mesh(word);
        begin_motion(word, WallMotion::Kind::none);
        mesh_motion_.angle = variable(word, "angle", false);
        read_axis(word);
      } else if (word == "faces") {
        check_belongs_to_mesh(word);
        read_faces(word);
      } else if (word == "scale") {
        check_belongs_to_mesh(word);
        scale_ = positive_number(word, "factor");
      } else if (word == "displace") {
        check_belongs_to_mesh(word);
        displacement_.x = number(word, "x");
        displacement_.y = number(word, "y");
        displacement_.z = number(word, "z");
      } else if (word == "smooth") {
        check_belongs_to_mesh(word);
        const std::string allowed = "> 0 and <= 90";
        smooth_ = number(word, "angle", allowed);
        if (!(smooth_ > 0.0 && smooth_ <= 90.0)) illegal("smooth angle", arg_[iarg_ - 1], allowed);
      } else {
        error_->all(FLERR, "Unknown {} keyword '{}': known are {}", command_, word, keywords);
      }
    }

    void check_belongs_to_mesh(const std::string &word)
    {
      if (shape_ != Shape::mesh)
        error_->all(FLERR, "Cannot use {} keyword {} with {}: it belongs to meshes", command_, word,
                    out_.style);
    }

    double not_negative(const std::string &of, const std::string &what)
    {
      const double value = number(of, what, ">= 0");
      if (!(value >= 0.0)) illegal(of + " " + what, arg_[iarg_ - 1], ">= 0");
      return value;
    }

    // The name of a variable; empty for NULL.
    std::string variable(const std::string &of, const std::string &what, bool may_be_null)
    {
      const std::string text = next_word(of);
      if (may_be_null && text == "NULL") return "";
      if (!utils::strmatch(text, "^v_"))
        illegal(of + " " + what, text, may_be_null ? "v_name or NULL" : "v_name");
      return text.substr(2);
    }

    contact::Vec3<double> vector(const std::string &of, const std::string &what)
    {
      const double x = number(of, what + " x"), y = number(of, what + " y"), z = number(of, what + " z");
      return {x, y, z};
    }

    void read_axis(const std::string &word)
    {
      mesh_motion_.point = vector(word, "point");
      const contact::Vec3<double> axis = vector(word, "axis");
      if (!(length(axis) > 0.0)) illegal(word + " axis", "0 0 0", "longer than 0");
      mesh_motion_.axis = (1.0 / length(axis)) * axis;
    }

    void read_faces(const std::string &word)
    {
      const std::string interval = next_word(word);
      out_.faces_every = utils::is_integer(interval) ? utils::inumeric(FLERR, interval, false, lmp_) : 0;
      if (out_.faces_every < 1) illegal("faces interval", interval, "an integer > 0");
      out_.faces_path = next_word(word);
      if (out_.faces_path.find('*') == std::string::npos)
        illegal("faces file", out_.faces_path, "a name with a * for the time step");
    }

    void read_load(const std::string &word)
    {
      if (shape_ == Shape::region || shape_ == Shape::cone)
        error_->all(FLERR, "Cannot use {} keyword load with {}: planes, cylinders and meshes take it",
                    command_, out_.style);
      if (shape_ == Shape::planes && !std::isnan(lo_) && !std::isnan(hi_))
        error_->all(FLERR, "Cannot use {} keyword load with two planes: use a fix for each of them",
                    command_);
      if (shape_ == Shape::cylinder) {
        const std::string dimension = next_word(word);
        if (dimension != "r") illegal("load dimension", dimension, "r, the radius of " + out_.style);
      } else {
        out_.load_axis = axis_of(word);
        if (shape_ == Shape::planes && out_.load_axis != axis_)
          illegal("load dimension", arg_[iarg_ - 1], "the normal of " + out_.style);
      }
      const std::string force = next_word(word);
      if (utils::strmatch(force, "^v_")) {
        out_.load_variable = force.substr(2);
      } else {
        --iarg_;
        out_.load_force = number(word, "force", "a number or v_name");
      }
      load_rule_.drag = not_negative(word, "drag");
    }

    void check_load()
    {
      const bool loaded = keywords_read_.count("load") > 0;
      for (const char *word : {"inertia", "speed", "travel"})
        if (keywords_read_.count(word) && !loaded)
          error_->all(FLERR, "Cannot use {} keyword {} without keyword load", command_, word);
      if (!loaded) return;
      if (!(load_rule_.drag + load_rule_.inertia > 0.0)) illegal("load drag", "0", "> 0, or inertia > 0");
      // a cylinder keeps a tenth of its radius
      if (shape_ == Shape::cylinder) load_rule_.lowest = std::max(load_rule_.lowest, -0.9 * radius_);
      out_.load = load_rule_;
    }

    void begin_motion(const std::string &word, WallMotion::Kind kind)
    {
      if (shape_ == Shape::region)
        error_->all(FLERR, "Cannot use {} keyword {} with region: use keyword move or rotate of the region",
                    command_, word);
      const bool by_variables = kind == WallMotion::Kind::none;    // move and turn go together
      if (!motion_word_.empty() && !(by_variables && mesh_motion_.by_variables()))
        error_->all(FLERR, "Cannot use {} keywords {} and {} together", command_, motion_word_, word);
      motion_.kind = kind;
      motion_word_ = word;
    }

    void check_motion()
    {
      using Kind = WallMotion::Kind;
      const std::string dimension_name(1, axis_names[motion_.axis]);
      if (motion_.kind == Kind::rotate && shape_ == Shape::planes)
        error_->all(FLERR, "Cannot use {} keyword rotate with {}: it turns cylinders, cones and meshes",
                    command_, out_.style);
      if (motion_.kind == Kind::shear && (shape_ == Shape::mesh || shape_ == Shape::cone))
        error_->all(FLERR, "Cannot use {} keyword shear with {}: it belongs to planes and cylinders",
                    command_, out_.style);
      if (motion_.kind == Kind::shear && shape_ == Shape::planes && motion_.axis == axis_)
        illegal("shear dimension", dimension_name,
                fmt::format("in the plane of {} (translate moves along its normal)", out_.style));
      if (motion_.kind == Kind::shear && shape_ == Shape::cylinder && motion_.axis != axis_)
        illegal("shear dimension", dimension_name,
                fmt::format("the axis of {} (rotate turns about it)", out_.style));
      out_.depends_on_time = motion_.kind == Kind::wiggle || motion_.kind == Kind::translate ||
          (motion_.kind == Kind::rotate && shape_ == Shape::mesh);
    }

    void check_temperature()
    {
      const bool heat = out_.models.name(HEAT) != "none";
      const bool given = out_.temperature || !out_.temperature_variable.empty();
      if (heat && !given)
        error_->all(FLERR,
                    "Missing {} keyword temperature: the heat model {} needs the temperature of the wall",
                    command_, out_.models.name(HEAT));
      if (given && !heat)
        error_->all(FLERR, "Cannot use {} keyword temperature without a heat model", command_);
    }

    void make_shape()
    {
      switch (shape_) {
        case Shape::planes: out_.shape = make_planes(axis_, lo_, hi_, motion_); break;
        case Shape::cylinder:
          out_.shape = make_cylinder(axis_, radius_, center_[0], center_[1], motion_);
          break;
        case Shape::cone:
          out_.shape = make_cone(axis_, lo_, hi_, radius_, radius_hi_, center_[0], center_[1], motion_);
          break;
        case Shape::mesh: {
          constexpr double degree = 3.14159265358979323846 / 180.0;
          mesh_motion_.by_numbers = motion_;
          out_.shape = make_mesh_wall(read_mesh(lmp_, command_, mesh_file_, scale_, displacement_),
                                      degree * smooth_, MeshMotion(lmp_, command_, mesh_motion_));
          break;
        }
        case Shape::region: out_.shape = make_region_wall(lmp_, command_, out_.region); break;
      }
      if (out_.load) out_.shape->expect_load(out_.load_axis);
    }
  };

}    // namespace

WallArguments parse_wall_arguments(LAMMPS *lmp, const std::string &fix_style, int narg, char **arg)
{
  return Parser(lmp, fix_style, narg, arg).parse();
}

}    // namespace granular_srt
