#include "nph_sphere_arguments.h"

#include "domain.h"
#include "error.h"
#include "utils.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

using LAMMPS_NS::Error;
using LAMMPS_NS::LAMMPS;
namespace utils = LAMMPS_NS::utils;

namespace granular_srt {

namespace {

  enum class Kind { pressure, positive, other, thermostat, piston_mass };

  struct Keyword {
    std::string_view name;
    int values;    ///< number of words that follow
    Kind kind;
  };

  /// All keywords of the command. FixNH checks the values of those of kind `other`.
  constexpr std::array keywords = {
      Keyword{"iso", 3, Kind::pressure},      Keyword{"aniso", 3, Kind::pressure},
      Keyword{"tri", 3, Kind::pressure},      Keyword{"x", 3, Kind::pressure},
      Keyword{"y", 3, Kind::pressure},        Keyword{"z", 3, Kind::pressure},
      Keyword{"yz", 3, Kind::pressure},       Keyword{"xz", 3, Kind::pressure},
      Keyword{"xy", 3, Kind::pressure},       Keyword{"couple", 1, Kind::other},
      Keyword{"pmass", 1, Kind::piston_mass}, Keyword{"ptemp", 1, Kind::other},
      Keyword{"drag", 1, Kind::other},        Keyword{"nreset", 1, Kind::other},
      Keyword{"pchain", 1, Kind::other},      Keyword{"ploop", 1, Kind::positive},
      Keyword{"mtk", 1, Kind::other},         Keyword{"dilate", 1, Kind::other},
      Keyword{"fixedpoint", 3, Kind::other},  Keyword{"scalexy", 1, Kind::other},
      Keyword{"scalexz", 1, Kind::other},     Keyword{"scaleyz", 1, Kind::other},
      Keyword{"flip", 1, Kind::other},        Keyword{"isochoric", 1, Kind::other},
      Keyword{"disc", 0, Kind::other},        Keyword{"update", 1, Kind::other},
      Keyword{"tchain", 1, Kind::other},      Keyword{"tloop", 1, Kind::other},
      Keyword{"temp", 3, Kind::thermostat},
  };

  const Keyword *find_keyword(std::string_view name)
  {
    for (const auto &keyword : keywords)
      if (keyword.name == name) return &keyword;
    return nullptr;
  }

  /// Keywords of the components in the order of barostat::Component.
  constexpr std::array<std::string_view, 6> components = {"x", "y", "z", "yz", "xz", "xy"};

  /// Component that a keyword names, or -1.
  int component_of(std::string_view name)
  {
    const auto found = std::find(components.begin(), components.end(), name);
    return found == components.end() ? -1 : static_cast<int>(found - components.begin());
  }

  /// Marks the components to which a pressure keyword gives a target.
  void mark_targets(std::string_view name, barostat::Controlled &targets)
  {
    const int one = component_of(name);
    const int first = one >= 0 ? one : 0, last = one >= 0 ? one : (name == "tri" ? 5 : 2);
    for (int k = first; k <= last; ++k) targets.on[k] = true;
  }

  std::string known_keywords()
  {
    std::vector<std::string> names;
    for (const auto &keyword : keywords)
      if (keyword.kind != Kind::thermostat) names.emplace_back(keyword.name);
    return utils::join_words(names, ", ");
  }

}    // namespace

NphSphereArguments::NphSphereArguments(LAMMPS *lmp, int narg, char **arg)
{
  Error *error = lmp->error;
  bool has_chain = false, has_ptemp = false;
  std::size_t coupling = 0;    // place of the value of keyword couple in for_base
  barostat::Controlled has_target{}, scaled{};
  const int first = 3;    // ID, group and style come before
  // FixNH skips one word after `ext` and two after `strain`: its errors then point to the right words of the deck
  static char ext[] = "ext", strain[] = "strain";
  for (int i = 0; i < first && i < narg; ++i) for_base.push_back(arg[i]);

  for (int i = first; i < narg;) {
    const Keyword *keyword = find_keyword(arg[i]);
    if (!keyword)
      error->all(FLERR, i, "Unknown fix nph/sphere keyword '{}': known are {}", arg[i], known_keywords());
    if (keyword->kind == Kind::thermostat)
      error->all(FLERR, i, "Temperature control can not be used with fix nph/sphere: take out keyword temp");
    int values = keyword->values;
    if (i + std::min(values, 1) >= narg)
      utils::missing_cmd_args(FLERR, std::string("fix nph/sphere ") + arg[i], error);
    if (component_of(keyword->name) >= 0 && std::string_view(arg[i + 1]) == "rate") {
      read_rate(lmp, i, narg, arg);
      for_base.insert(for_base.end(), {strain, arg[i + 1], arg[i + 2]});
      i += 3;
      continue;
    }
    if (i + values >= narg) utils::missing_cmd_args(FLERR, std::string("fix nph/sphere ") + arg[i], error);

    switch (keyword->kind) {
      case Kind::pressure:
        mark_targets(keyword->name, has_target);
        if (utils::numeric(FLERR, arg[i + 3], false, lmp) <= 0.0)
          error->all(FLERR, i + 3, "Illegal fix nph/sphere {} Pdamp value {}: must be > 0", arg[i],
                     arg[i + 3]);
        break;
      case Kind::positive:
        if (utils::inumeric(FLERR, arg[i + 1], false, lmp) < 1)
          error->all(FLERR, i + 1, "Illegal fix nph/sphere {} value {}: must be > 0", arg[i], arg[i + 1]);
        break;
      case Kind::piston_mass: values = read_piston_mass(lmp, i, narg, arg); break;
      default:
        if (keyword->name == "disc") disc = true;
        if (keyword->name == "fixedpoint") fixed_point = true;
        if (keyword->name == "pchain") has_chain = true;
        if (keyword->name == "ptemp") has_ptemp = true;
        if (keyword->name == "couple") coupling = for_base.size() + 1;
        if (keyword->name.starts_with("scale") && utils::logical(FLERR, arg[i + 1], false, lmp))
          scaled.on[component_of(keyword->name.substr(5))] = true;
    }
    for_base.insert(for_base.end(), arg + i, arg + i + values + 1);
    if (keyword->kind == Kind::piston_mass)
      for_base[for_base.size() - values - 1] = values == 1 ? ext : strain;
    i += values + 1;
  }

  if (has_target.count() == 0)
    error->all(FLERR,
               "Pressure control must be used with fix nph/sphere: give at least one of the keywords "
               "iso, aniso, tri, x, y, z, yz, xz, xy with a target pressure");
  for (int k = 0; k < 6; ++k) {
    if (has_rate[k] && has_target[k])
      error->all(FLERR, "Fix nph/sphere component {} has both a rate and a target pressure", components[k]);
    if (has_rate[k] && scaled[k])
      error->all(FLERR, "Fix nph/sphere component {0} has both a rate and keyword scale{0} yes",
                 components[k]);
  }
  if (coupling > 0 && std::string_view(for_base[coupling]) == "xyz")
    couple_with_rate(for_base[coupling], lmp->domain->dimension);
  if (has_ptemp) {
    if (reference != PistonReference::automatic)
      error->all(FLERR,
                 "Fix nph/sphere keywords ptemp and pmass exclude each other: both set the piston mass");
    reference = PistonReference::ptemp;
  }

  // E0/k_B is not a temperature of the particles: no chain may thermostat the pistons to it
  const bool no_temperature = reference == PistonReference::contact || reference == PistonReference::energy;
  if (no_temperature && !has_chain) {
    static char pchain[] = "pchain", none[] = "0";
    for_base.insert(for_base.end(), {pchain, none});
  }
}

void NphSphereArguments::couple_with_rate(char *&word, int dimension)
{
  static char yz[] = "yz", xz[] = "xz", xy[] = "xy", none[] = "none";
  constexpr std::array others = {yz, xz, xy};
  if (has_rate.lengths() != 1) return;
  for (int k = 0; k < 3; ++k)
    if (has_rate[k]) word = dimension == 2 ? none : others[k];
  mean_of_lengths = true;
}

void NphSphereArguments::read_rate(LAMMPS *lmp, int i, int narg, char **arg)
{
  if (i + 2 >= narg)
    utils::missing_cmd_args(FLERR, std::string("fix nph/sphere ") + arg[i] + " rate", lmp->error);
  const int k = component_of(arg[i]);
  has_rate.on[k] = true;
  rate[k] = utils::numeric(FLERR, arg[i + 2], false, lmp);
}

int NphSphereArguments::read_piston_mass(LAMMPS *lmp, int i, int narg, char **arg)
{
  Error *error = lmp->error;
  const std::string_view word = arg[i + 1];
  if (word == "contact") {
    reference = PistonReference::contact;
  } else if (word == "temp") {
    reference = PistonReference::temperature;
  } else if (word == "energy") {
    reference = PistonReference::energy;
    if (i + 2 >= narg) utils::missing_cmd_args(FLERR, "fix nph/sphere pmass energy", error);
    reference_energy = utils::numeric(FLERR, arg[i + 2], false, lmp);
    if (!(reference_energy > 0.0) || !std::isfinite(reference_energy))
      error->all(FLERR, i + 2, "Illegal fix nph/sphere pmass energy value {}: must be > 0", arg[i + 2]);
    return 2;
  } else {
    error->all(FLERR, i + 1, "Unknown fix nph/sphere pmass option '{}': known are contact, energy, temp",
               arg[i + 1]);
  }
  return 1;
}

}    // namespace granular_srt
