#include "wall_arguments.h"
#include "load_arguments.h"
#include "motion_arguments.h"

#include "models/gran_arguments.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <map>
#include <set>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *keywords = "wiggle, shear, translate, rotate, center, temperature, contacts, origin, "
                                   "material, load, inertia, speed, travel, scale, displace, smooth, move, "
                                   "turn, faces";

  const std::vector<std::string> planes_and_cylinders{"xplane",    "yplane",    "zplane",
                                                      "xcylinder", "ycylinder", "zcylinder"};
  const std::vector<std::string> all_walls{"xplane",    "yplane",    "zplane", "xcylinder",
                                           "ycylinder", "zcylinder", "xcone",  "ycone",
                                           "zcone",     "mesh",      "region"};

  /// Reads one command from left to right.
  class Parser {
   public:
    Parser(LAMMPS *lmp, const std::string &fix_style, int narg, char **arg) :
        words_{lmp, "fix " + fix_style, narg, arg}, gran_{!utils::strmatch(fix_style, "^wall/granular")},
        region_only_{utils::strmatch(fix_style, "^wall/gran/region")}
    {
    }

    WallArguments parse()
    {
      read_models();
      if (words_.at_end())
        words_.stop("Missing wall of {}: known are {}", words_.command(), utils::join(walls(), ", "));
      place_.read(words_, walls());
      while (!words_.at_end()) read_keyword();
      motion_.check(words_);
      check_temperature();
      take_wall();
      return std::move(out_);
    }

   private:
    WallWords words_;
    bool gran_;           ///< LAMMPS' names wall/gran and wall/gran/region
    bool region_only_;    ///< wall/gran/region
    WallArguments out_;
    WallPlace place_;
    MotionArguments motion_{place_};
    LoadArguments load_{place_};
    std::string classic_;    ///< LAMMPS' classic model, if the command has one
    std::set<std::string> keywords_read_;

    [[nodiscard]] std::vector<std::string> walls() const
    {
      return region_only_ ? std::vector<std::string>{"region"} : gran_ ? planes_and_cylinders : all_walls;
    }

    void read_models()
    {
      if (gran_ && !words_.next_is("granular")) return read_classic_models();
      // wall/granular accepts arguments of LAMMPS' own fix, which has this word before the models
      if (words_.next_is("granular")) words_.skip(1);
      const ModelSyntax syntax{words_.command().c_str(), false, all_walls};
      int words_read = 0;
      out_.models = parse_model_spec(words_.lmp(), syntax, words_.left(), words_.rest(), words_read);
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
        words_.stop("Unknown {} model '{}': known are granular, hooke, hooke/history, hertz/history",
                    words_.command(), classic_);
      int words_read = 0;
      out_.models = parse_gran_law(words_.lmp(), words_.command() + " " + classic_, law->second,
                                   words_.left(), words_.rest(), words_read);
      words_.skip(words_read);
    }

    void read_keyword()
    {
      const std::string word = words_.next("");
      if (!keywords_read_.insert(word).second)
        words_.stop("The {} keyword {} is given twice", words_.command(), word);
      if (word == "temperature") {
        out_.temperature = words_.number_or_variable(word, "wall temperature", out_.temperature_variable);
      } else if (word == "contacts") {
        out_.contacts = true;
      } else if (word == "origin") {
        out_.origin = words_.vector(word, "");
      } else if (word == "material") {
        if (!classic_.empty())
          words_.stop("Cannot use {} keyword material with the model {}: use the models of granular",
                      words_.command(), classic_);
        out_.material.read(words_, out_.models);
      } else if (word == "faces") {
        place_.require_mesh(word, words_);
        read_faces(word);
      } else if (!motion_.read_keyword(word, words_) && !load_.read_keyword(word, words_) &&
                 !place_.read_keyword(word, words_)) {
        words_.stop("Unknown {} keyword '{}': known are {}", words_.command(), word, keywords);
      }
    }

    void read_faces(const std::string &word)
    {
      const std::string interval = words_.next(word);
      out_.faces_every =
          utils::is_integer(interval) ? utils::inumeric(FLERR, interval, false, words_.lmp()) : 0;
      if (out_.faces_every < 1) words_.illegal("faces interval", interval, "an integer > 0");
      out_.faces_path = words_.next(word);
      if (out_.faces_path.find('*') == std::string::npos)
        words_.illegal("faces file", out_.faces_path, "a name with a * for the time step");
    }

    void check_temperature()
    {
      const bool heat = out_.models.name(HEAT) != "none";
      const bool given = out_.temperature || !out_.temperature_variable.empty();
      if (heat && !given)
        words_.stop("Missing {} keyword temperature: the heat model {} needs the temperature of the wall",
                    words_.command(), out_.models.name(HEAT));
      if (given && !heat)
        words_.stop("Cannot use {} keyword temperature without a heat model", words_.command());
    }

    void take_wall()
    {
      out_.style = place_.style;
      out_.region = place_.region;
      out_.periodic_forbidden = place_.periodic_forbidden();
      out_.depends_on_time = motion_.depends_on_time();
      out_.load = load_.checked(words_);
      out_.load_axis = load_.axis;
      out_.load_force = load_.force;
      out_.load_variable = load_.variable;
      out_.shape = place_.shape(words_, motion_.rule());
      if (out_.load) out_.shape->expect_load(out_.load_axis);
    }
  };

}    // namespace

WallArguments parse_wall_arguments(LAMMPS *lmp, const std::string &fix_style, int narg, char **arg)
{
  return Parser(lmp, fix_style, narg, arg).parse();
}

}    // namespace granular_srt
