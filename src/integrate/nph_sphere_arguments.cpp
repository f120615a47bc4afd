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

  struct Keyword {
    std::string_view name;
    int values;    ///< number of words that follow
  };

  /// All keywords of the command. FixNH checks the values of most of them.
  constexpr std::array keywords = {
      Keyword{"iso", 3},        Keyword{"aniso", 3},     Keyword{"tri", 3},     Keyword{"x", 3},
      Keyword{"y", 3},          Keyword{"z", 3},         Keyword{"yz", 3},      Keyword{"xz", 3},
      Keyword{"xy", 3},         Keyword{"couple", 1},    Keyword{"pmass", 1},   Keyword{"ptemp", 1},
      Keyword{"drag", 1},       Keyword{"nreset", 1},    Keyword{"pchain", 1},  Keyword{"ploop", 1},
      Keyword{"mtk", 1},        Keyword{"dilate", 1},    Keyword{"scalexy", 1}, Keyword{"scalexz", 1},
      Keyword{"fixedpoint", 3}, Keyword{"isochoric", 1}, Keyword{"scaleyz", 1}, Keyword{"flip", 1},
      Keyword{"disc", 0},       Keyword{"update", 1},    Keyword{"tchain", 1},  Keyword{"tloop", 1},
      Keyword{"temp", 3}};

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
      if (keyword.name != "temp") names.emplace_back(keyword.name);
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
    const std::string_view name = keyword->name;
    if (name == "temp")
      error->all(FLERR, i, "Temperature control can not be used with fix nph/sphere: take out keyword temp");
    int values = keyword->values;
    if (i + std::min(values, 1) >= narg)
      utils::missing_cmd_args(FLERR, std::string("fix nph/sphere ") + arg[i], error);
    if (component_of(name) >= 0 && std::string_view(arg[i + 1]) == "rate") {
      read_rate(lmp, i, narg, arg);
      for_base.insert(for_base.end(), {strain, arg[i + 1], arg[i + 2]});
      i += 3;
      continue;
    }
    if (i + values >= narg) utils::missing_cmd_args(FLERR, std::string("fix nph/sphere ") + arg[i], error);

    if (values == 3 && name != "fixedpoint") {
      mark_targets(name, has_target);
      if (utils::numeric(FLERR, arg[i + 3], false, lmp) <= 0.0)
        error->all(FLERR, i + 3, "Illegal fix nph/sphere {} Pdamp value {}: must be > 0", arg[i], arg[i + 3]);
    }
    if (name == "ploop" && utils::inumeric(FLERR, arg[i + 1], false, lmp) < 1)
      error->all(FLERR, i + 1, "Illegal fix nph/sphere {} value {}: must be > 0", arg[i], arg[i + 1]);
    if (name == "pmass") values = read_piston_mass(lmp, i, narg, arg);
    if (name == "disc") disc = true;
    if (name == "fixedpoint") fixed_point = true;
    if (name == "pchain") has_chain = true;
    if (name == "ptemp") has_ptemp = true;
    if (name == "couple") coupling = for_base.size() + 1;
    if (name.starts_with("scale") && utils::logical(FLERR, arg[i + 1], false, lmp))
      scaled.on[component_of(name.substr(5))] = true;
    for_base.insert(for_base.end(), arg + i, arg + i + values + 1);
    if (name == "pmass") for_base[for_base.size() - values - 1] = values == 1 ? ext : strain;
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
