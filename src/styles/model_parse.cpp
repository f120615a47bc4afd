// pair_coeff arguments -> ModelSpec, with every check that can be made before a step runs.

#include "model_spec.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *keywords =
      "tangential, damping, rolling, twisting, heat, cutoff, limit_damping, synchronized_verlet";

  class Parser {
   public:
    Parser(LAMMPS *lmp, int narg, char **arg) : lmp_{lmp}, error_{lmp->error}, narg_{narg}, arg_{arg} {}

    ModelSpec parse(double &cutoff)
    {
      read_model(NORMAL);
      while (iarg_ < narg_) read_keyword(cutoff);
      fill_defaults();
      check_damping_coefficient();
      check_combinations();
      return spec_;
    }

   private:
    LAMMPS *lmp_;
    Error *error_;
    int narg_;
    char **arg_;
    int iarg_ = 0;
    ModelSpec spec_;
    bool given_[N_AXES] = {};
    bool cutoff_given_ = false;

    void read_keyword(double &cutoff)
    {
      const std::string word = arg_[iarg_++];
      for (int axis = DAMPING; axis < N_AXES; ++axis)
        if (word == axis_names[axis]) return read_model(static_cast<Axis>(axis));

      if (word == "cutoff") {
        if (cutoff_given_) given_twice(word);
        cutoff_given_ = true;
        if (iarg_ == narg_) error_->all(FLERR, "Missing value of pair_coeff keyword cutoff: must be > 0");
        cutoff = number("cutoff", {"", contact::Allowed::positive}, arg_[iarg_++], "");
      } else if (word == "limit_damping") {
        if (spec_.limit_damping) given_twice(word);
        spec_.limit_damping = 1;
      } else if (word == "synchronized_verlet") {
        if (spec_.synchronized_verlet) given_twice(word);
        spec_.synchronized_verlet = 1;
      } else {
        error_->all(FLERR, "Unknown pair_coeff keyword '{}': known are {}", word, keywords);
      }
    }

    void read_model(Axis axis)
    {
      if (given_[axis]) given_twice(axis_names[axis]);
      given_[axis] = true;
      if (iarg_ == narg_)
        error_->all(FLERR, "Missing pair_coeff {} model: known are {}", axis_names[axis],
                    known_models(axis));
      const std::string key = arg_[iarg_++];
      if (key == "mdr")
        error_->all(FLERR,
                    "The pair_coeff {} model mdr is not part of plugin GRANULAR-SRT: the built-in style "
                    "has it, use pair_style granular/builtin",
                    axis_names[axis]);
      const int found = find_model(axis, key);
      if (found < 0)
        error_->all(FLERR, "Unknown pair_coeff {} model '{}': known are {}", axis_names[axis], key,
                    known_models(axis));
      spec_.model[axis] = found;

      const auto &coefficients = models_of(axis)[found].coefficients;
      if (narg_ - iarg_ < static_cast<int>(coefficients.size())) {
        std::string names;
        for (const auto &c : coefficients) names += std::string(" ") + c.name;
        error_->all(FLERR, "Too few coefficients for pair_coeff {} {}: needs{}", axis_names[axis], key,
                    names);
      }
      // a stiffness of 0 is a common way to ask for no friction of that mode
      const std::string instead = axis == NORMAL || axis == DAMPING
          ? ""
          : fmt::format(" ({} none switches it off)", axis_names[axis]);
      for (const auto &c : coefficients)
        spec_.coefficients[axis].push_back(
            number(std::string(axis_names[axis]) + " " + key + " ", c, arg_[iarg_++], instead));
    }

    double number(const std::string &where, const contact::Coefficient &c, const char *text,
                  const std::string &instead)
    {
      const bool null_word = std::string(text) == "NULL";
      double value = std::numeric_limits<double>::quiet_NaN();
      if (!null_word && utils::is_double(text)) value = utils::numeric(FLERR, text, false, lmp_);
      const bool readable = null_word || !std::isnan(value);
      if (!readable || !contact::is_allowed(c.allowed, value))
        error_->all(FLERR, "Illegal pair_coeff {}{} value {}: must be {}{}", where, c.name, text,
                    in_words(c.allowed), value == 0.0 ? instead : "");
      return value;
    }

    [[noreturn]] void given_twice(const std::string &word)
    {
      error_->all(FLERR, "The pair_coeff keyword {} is given twice", word);
    }

    void fill_defaults()
    {
      if (!given_[TANGENTIAL])
        error_->all(FLERR,
                    "Missing pair_coeff keyword tangential: known models are {} (none for frictionless)",
                    known_models(TANGENTIAL));
      if (!given_[DAMPING]) spec_.model[DAMPING] = find_model(DAMPING, "viscoelastic");
      for (const Axis axis : {ROLLING, TWISTING, HEAT})
        if (!given_[axis]) spec_.model[axis] = find_model(axis, "none");
    }

    // The second number of the normal model is eta_n0 or e: only now is it known which.
    void check_damping_coefficient()
    {
      with_model(contact::DampingModels{}, spec_.model[DAMPING], [&](auto damping) {
        using Damping = typename decltype(damping)::type;
        const double value = spec_.coefficients[NORMAL][contact::NormalDefaults::damping_coefficient];
        if (!contact::is_allowed(Damping::coefficient, value))
          error_->all(FLERR,
                      "Illegal pair_coeff normal {} {} value {}: must be {} with damping {}",
                      spec_.name(NORMAL), Damping::coefficient_name, value,
                      in_words(Damping::coefficient), Damping::key);
        return 0;
      });
    }

    void check_combinations()
    {
      const bool cohesive = with_model(contact::NormalModels{}, spec_.model[NORMAL],
                                       [](auto m) { return decltype(m)::type::cohesive; });
      const bool elastic = with_model(contact::NormalModels{}, spec_.model[NORMAL],
                                      [](auto m) { return decltype(m)::type::has_elasticity; });
      const bool damping_allows_cohesion =
          with_model(contact::DampingModels{}, spec_.model[DAMPING],
                     [](auto m) { return decltype(m)::type::allows_cohesion; });
      const bool null_stiffness =
          with_model(contact::TangentialModels{}, spec_.model[TANGENTIAL],
                     [](auto m) { return decltype(m)::type::null_stiffness; }) &&
          contact::is_null(spec_.coefficients[TANGENTIAL][0]);
      const bool synchronizable =
          with_model(contact::TangentialModels{}, spec_.model[TANGENTIAL],
                     [](auto m) { return decltype(m)::type::allows_synchronized_verlet; });
      const bool friction = with_model(contact::TangentialModels{}, spec_.model[TANGENTIAL],
                                       [](auto m) { return decltype(m)::type::has_friction; });
      const bool twists_by_sliding =
          with_model(contact::TwistingModels{}, spec_.model[TWISTING],
                     [](auto m) { return decltype(m)::type::builds_on_sliding; });

      if (cohesive && !damping_allows_cohesion)
        error_->all(FLERR,
                    "Illegal pair_coeff damping {} with the cohesive normal model {}: must be none, "
                    "velocity, mass_velocity or viscoelastic",
                    spec_.name(DAMPING), spec_.name(NORMAL));
      if (cohesive && spec_.limit_damping)
        error_->all(FLERR,
                    "Illegal pair_coeff keyword limit_damping with the cohesive normal model {}: it would "
                    "remove the attraction",
                    spec_.name(NORMAL));
      if (null_stiffness && !elastic)
        error_->all(FLERR,
                    "Illegal pair_coeff tangential {} k_t value NULL: the normal model {} has no E and nu; "
                    "must be > 0 or the normal model hertz/material, dmt or jkr",
                    spec_.name(TANGENTIAL), spec_.name(NORMAL));
      if (spec_.synchronized_verlet && !synchronizable)
        error_->all(FLERR,
                    "Illegal pair_coeff keyword synchronized_verlet with tangential {}: it needs a model "
                    "with history",
                    spec_.name(TANGENTIAL));
      if (twists_by_sliding && !friction)
        error_->all(FLERR,
                    "Illegal pair_coeff twisting {} with tangential {}: it takes its stiffness and "
                    "friction from a tangential model that has them",
                    spec_.name(TWISTING), spec_.name(TANGENTIAL));
    }
  };

}    // namespace

ModelSpec parse_model_spec(LAMMPS *lmp, int narg, char **arg, double &cutoff)
{
  return Parser(lmp, narg, arg).parse(cutoff);
}

}    // namespace granular_srt
