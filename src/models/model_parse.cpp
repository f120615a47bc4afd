// Arguments of pair_coeff or fix wall/granular -> ModelSpec, with all checks of the arguments.

#include "model_spec.h"

#include "utils.h"

#include <algorithm>
#include <cmath>

namespace granular_srt {
namespace {

  class Parser {
   public:
    Parser(const ModelSyntax &syntax, CommandWords &words) :
        syntax_{syntax}, command_{words.command()}, words_{words}
    {
    }

    /// Reads up to the end or the first word of syntax.next.
    ModelSpec parse()
    {
      read_model(NORMAL);
      while (!words_.at_end() && !is_next(words_.peek())) read_keyword();
      fill_defaults();
      check_damping_coefficient();
      check_combinations();
      check_zeros();
      return spec_;
    }

   private:
    const ModelSyntax &syntax_;
    const std::string &command_;
    CommandWords &words_;
    ModelSpec spec_;
    bool given_[N_AXES] = {};

    [[nodiscard]] bool is_next(const std::string &word) const
    {
      return std::find(syntax_.next.begin(), syntax_.next.end(), word) != syntax_.next.end();
    }

    [[nodiscard]] bool is_keyword(const std::string &word) const
    {
      return std::find(axis_names + DAMPING, axis_names + N_AXES, word) != axis_names + N_AXES ||
          word == "cutoff" || word == "limit_damping" || word == "synchronized_verlet" || is_next(word);
    }

    [[nodiscard]] std::string known_keywords() const
    {
      std::string words;
      for (const Axis axis : {TANGENTIAL, DAMPING, ROLLING, TWISTING, HEAT})
        words += std::string(axis_names[axis]) + ", ";
      if (syntax_.cutoff) words += "cutoff, ";
      words += "limit_damping, synchronized_verlet";
      for (const auto &word : syntax_.next) words += ", " + word;
      return words;
    }

    void read_keyword()
    {
      const std::string word = words_.keyword();
      for (int axis = DAMPING; axis < N_AXES; ++axis)
        if (word == axis_names[axis]) return read_model(static_cast<Axis>(axis));

      if (word == "cutoff" && syntax_.cutoff) {
        *syntax_.cutoff = number("", {"cutoff", contact::Allowed::positive}, words_.next(word, "> 0"), "");
      } else if (word == "limit_damping") {
        spec_.limit_damping = 1;
      } else if (word == "synchronized_verlet") {
        spec_.synchronized_verlet = 1;
      } else {
        words_.unknown(word, known_keywords());
      }
    }

    void read_model(Axis axis)
    {
      given_[axis] = true;
      if (words_.at_end())
        words_.stop(
            fmt::format("Missing {} {} model: known are {}", command_, axis_names[axis], known_models(axis)));
      const std::string key = words_.next(axis_names[axis]);
      if (key == "mdr")
        words_.stop(fmt::format(
            "The {} {} model mdr is not part of plugin GRANULAR-SRT: run another version of LAMMPS without "
            "this plugin to use mdr (LAMMPS 4 Jul 2026 stops with \"Cannot find fix storing granular "
            "history\")",
            command_, axis_names[axis]));
      const int found = find_model(axis, key);
      if (found < 0)
        words_.stop(fmt::format("Unknown {} {} model '{}': known are {}", command_, axis_names[axis], key,
                                known_models(axis)));
      spec_.model[axis] = found;

      const auto &coefficients = models_of(axis)[found].coefficients;
      const auto required =
          std::count_if(coefficients.begin(), coefficients.end(), [](const auto &c) { return !c.optional; });
      const std::vector<std::string> rest = words_.rest();
      const auto keyword =
          std::ranges::find_if(rest, [&](const std::string &word) { return is_keyword(word); });
      const auto given = keyword - rest.begin();
      if (given < required) {
        std::string names;
        for (const auto &c : coefficients)
          names += c.optional ? fmt::format(" [{}]", c.name) : fmt::format(" {}", c.name);
        words_.stop(fmt::format("Too few coefficients for {} {} {}: needs{}{}", command_, axis_names[axis],
                                key, names,
                                keyword != rest.end() ? fmt::format(", and {} precede{} keyword {}", given,
                                                                    given == 1 ? "s" : "", *keyword)
                                                      : ""));
      }
      const std::string instead = axis == NORMAL || axis == DAMPING
          ? ""
          : fmt::format(" ({} none switches it off)", axis_names[axis]);
      bool left_out = false;
      for (const auto &c : coefficients) {
        left_out = left_out || (c.optional && (words_.at_end() || !is_value(words_.peek())));
        spec_.coefficients[axis].push_back(
            left_out ? c.otherwise
                     : number(fmt::format("{} {} ", axis_names[axis], key), c, words_.next(key), instead));
      }
    }

    // Whether a word is a coefficient and not the next keyword.
    [[nodiscard]] bool is_value(const std::string &word) const
    {
      return word == "NULL" || word == "inf" || !std::isnan(words_.value_of(word));
    }

    // \param instead  what the message adds for a value of 0, which is often meant to switch a mode off
    double number(const std::string &where, const contact::Coefficient &c, const std::string &text,
                  const std::string &instead)
    {
      const bool null_word = text == "NULL";
      const double value = text == "inf" ? HUGE_VAL : words_.value_of(text);
      if ((std::isnan(value) && !null_word) || !contact::is_allowed(c.allowed, value))
        words_.illegal(where + c.name, text,
                       c.allowed.words +
                           (value == 0.0                                    ? instead
                                : null_word && std::string(c.name) == "k_t" ? " (gran/* take NULL as 2/7 k_n)"
                                                                            : ""));
      return value;
    }

    void fill_defaults()
    {
      if (!given_[TANGENTIAL])
        words_.stop(fmt::format("Missing {} keyword tangential: known models are {} (none for frictionless)",
                                command_, known_models(TANGENTIAL)));
      if (!given_[DAMPING]) spec_.model[DAMPING] = find_model(DAMPING, "viscoelastic");
      for (const Axis axis : {ROLLING, TWISTING, HEAT})
        if (!given_[axis]) spec_.model[axis] = find_model(axis, "none");
    }

    // The damping model decides whether the second number of the normal model is eta_n0 or e, and its range.
    void check_damping_coefficient()
    {
      with_model(contact::DampingModels{}, spec_.model[DAMPING], [&](auto damping) {
        using Damping = typename decltype(damping)::type;
        const double value = spec_.coefficients[NORMAL][contact::NormalDefaults::damping_coefficient];
        if (!contact::is_allowed(Damping::coefficient, value))
          words_.stop(fmt::format("Illegal {} normal {} {} value {}: must be {} with damping {}", command_,
                                  spec_.name(NORMAL), Damping::coefficient_name, value,
                                  Damping::coefficient.words, Damping::key));
        return 0;
      });
    }

    void check_combinations()
    {
      const auto normal = [&](auto f) { return with_model(contact::NormalModels{}, spec_.model[NORMAL], f); };
      const auto tangential = [&](auto f) {
        return with_model(contact::TangentialModels{}, spec_.model[TANGENTIAL], f);
      };
      const auto has_elasticity = [](auto m) { return decltype(m)::type::has_elasticity; };
      const auto allows_cohesion = [](auto m) { return decltype(m)::type::allows_cohesion; };
      const bool cohesive = normal([](auto m) { return decltype(m)::type::cohesive; });
      const bool elastic = normal(has_elasticity);
      const bool null_stiffness = tangential([](auto m) { return decltype(m)::type::null_stiffness; }) &&
          contact::is_null(spec_.coefficients[TANGENTIAL][0]);
      const bool synchronizable =
          tangential([](auto m) { return decltype(m)::type::allows_synchronized_verlet; });
      const bool friction = tangential([](auto m) { return decltype(m)::type::has_friction; });
      const bool stiffness = tangential([](auto m) { return decltype(m)::type::has_stiffness; });
      const bool twists_by_sliding = with_model(contact::TwistingModels{}, spec_.model[TWISTING],
                                                [](auto m) { return decltype(m)::type::builds_on_sliding; });
      const contact::Conflict conflict = tangential([&](auto m) {
        return decltype(m)::type::conflict(spec_.coefficients[TANGENTIAL].data(),
                                           elastic && spec_.coefficients[NORMAL][0] > 0.0);
      });
      const std::string elastic_models = models_where(contact::NormalModels{}, has_elasticity);

      if (conflict.coefficient >= 0) {
        const double value = spec_.coefficients[TANGENTIAL][conflict.coefficient];
        std::string allowed = conflict.allowed;
        if (conflict.or_elasticity)
          allowed += fmt::format(", or the normal model {}, which has E and nu", elastic_models);
        words_.illegal(fmt::format("tangential {} {}", spec_.name(TANGENTIAL),
                                   coefficient_name(TANGENTIAL, conflict.coefficient)),
                       contact::is_null(value) ? "NULL" : fmt::format("{}", value), allowed);
      }
      if (cohesive && !with_model(contact::DampingModels{}, spec_.model[DAMPING], allows_cohesion))
        words_.stop(fmt::format("Illegal {} damping {} with the cohesive normal model {}: must be {}",
                                command_, spec_.name(DAMPING), spec_.name(NORMAL),
                                models_where(contact::DampingModels{}, allows_cohesion)));
      if (cohesive && spec_.limit_damping)
        words_.stop(
            fmt::format("Illegal {} keyword limit_damping with the cohesive normal model {}: it would "
                        "remove the attraction",
                        command_, spec_.name(NORMAL)));
      if (null_stiffness && !elastic)
        words_.stop(
            fmt::format("Illegal {} tangential {} {} value NULL: the normal model {} has no E and nu; "
                        "must be > 0 or the normal model {}",
                        command_, spec_.name(TANGENTIAL), coefficient_name(TANGENTIAL, 0), spec_.name(NORMAL),
                        elastic_models));
      if (spec_.synchronized_verlet && !synchronizable)
        words_.stop(fmt::format("Illegal {} keyword synchronized_verlet with tangential {}: it needs a model "
                                "with history",
                                command_, spec_.name(TANGENTIAL)));
      if (twists_by_sliding && !friction)
        words_.stop(fmt::format("Illegal {} twisting {} with tangential {}: it takes its stiffness and "
                                "friction from a tangential model that has them",
                                command_, spec_.name(TWISTING), spec_.name(TANGENTIAL)));
      for (const Axis axis : {ROLLING, TWISTING})
        if (builds_on_stiffness(axis) && !stiffness)
          words_.stop(
              fmt::format("Illegal {} {} {} with tangential {}: it takes its stiffness and friction from a "
                          "tangential model with a spring",
                          command_, axis_names[axis], spec_.name(axis), spec_.name(TANGENTIAL)));
    }

    // Zeros are a way to say that a mode is off. A stiffness of 0 beside other numbers is odd or wrong.
    void check_zeros()
    {
      const std::vector<double> &normal = spec_.coefficients[NORMAL];
      const bool elastic = normal[0] > 0.0;
      const bool damped = with_model(contact::DampingModels{}, spec_.model[DAMPING], [&](auto m) {
        return decltype(m)::type::acts(normal[contact::NormalDefaults::damping_coefficient], elastic);
      });
      constexpr std::size_t surface_energy = 3;
      const bool pulls = normal.size() > surface_energy && normal[surface_energy] > 0.0;
      if (!elastic && (damped || pulls))
        warn_of_zero(NORMAL,
                     fmt::format("spheres that touch do not repel, but have a {}",
                                 pulls ? "surface energy" : "dashpot"));
      check_spring(TANGENTIAL, elastic, elastic || damped || pulls, damped);
      check_spring(ROLLING, elastic, elastic || damped || pulls, true);
      check_spring(TWISTING, elastic, elastic || damped || pulls, true);
    }

    // A friction mode whose stiffness, the first coefficient, is 0. The second one is that of its dashpot.
    // \param presses  whether the normal force is not always 0
    // \param damped   whether the dashpot acts if its coefficient is not 0
    void check_spring(Axis axis, bool elastic, bool presses, bool damped)
    {
      const std::vector<double> &c = spec_.coefficients[axis];
      const auto &described = models_of(axis)[spec_.model[axis]].coefficients;
      if (c.empty() || !described[0].allowed.of_spring) return;
      if (contact::is_null(c[0]) ? elastic : c[0] > 0.0) return;
      const bool has_dashpot = damped && c[1] > 0.0;
      const bool remembers_load = axis == TANGENTIAL &&
          with_model(contact::TangentialModels{}, spec_.model[axis],
                     [](auto m) { return decltype(m)::type::remembers_load; });
      if (has_dashpot && !remembers_load)
        words_.stop(fmt::format(
            "Illegal {} {} {} {} value {}: must be > 0 where {} is > 0 ({} none switches it off{})", command_,
            axis_names[axis], spec_.name(axis), coefficient_name(axis, 0),
            contact::is_null(c[0]) ? "NULL with E = 0" : "0", coefficient_name(axis, 1), axis_names[axis],
            axis == TANGENTIAL ? ", linear_nohistory is a dashpot without a spring" : ""));
      if (has_dashpot)
        warn_of_zero(axis, "it is a dashpot without a spring, as linear_nohistory is");
      else if (presses && c[2] > 0.0)
        warn_of_zero(axis, fmt::format("it exerts no force, whatever {} is", coefficient_name(axis, 2)));
    }

    void warn_of_zero(Axis axis, const std::string &meaning)
    {
      words_.warn(fmt::format("{} {} {} with {} 0: {}", command_, axis_names[axis], spec_.name(axis),
                              coefficient_name(axis, 0), meaning));
    }

    [[nodiscard]] const char *coefficient_name(Axis axis, int k) const
    {
      return models_of(axis)[spec_.model[axis]].coefficients[k].name;
    }

    bool builds_on_stiffness(Axis axis)
    {
      const auto builds = [](auto m) { return decltype(m)::type::builds_on_stiffness; };
      return axis == ROLLING ? with_model(contact::RollingModels{}, spec_.model[axis], builds)
                             : with_model(contact::TwistingModels{}, spec_.model[axis], builds);
    }
  };

}    // namespace

ModelSpec parse_model_spec(const ModelSyntax &syntax, CommandWords &words)
{
  return Parser(syntax, words).parse();
}

}    // namespace granular_srt
