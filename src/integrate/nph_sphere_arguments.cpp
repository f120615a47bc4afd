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

  /// Keywords with the same values.
  struct Keywords {
    const char *names;
    const char *values;      ///< their names, one for each word that follows
    bool numbers = false;    ///< all of them must be numbers
  };

  constexpr const char *pressures = "Pstart Pstop Pdamp";

  /// All keywords of the command. FixNH checks the range of most values.
  constexpr std::array keywords = {Keywords{"iso aniso tri x y z yz xz xy", pressures, true},
                                   Keywords{"couple isochoric", "dimensions"},
                                   Keywords{"pmass", "contact/energy/temp"},
                                   Keywords{"ptemp", "T", true},
                                   Keywords{"drag", "factor", true},
                                   Keywords{"nreset", "steps", true},
                                   Keywords{"pchain", "links", true},
                                   Keywords{"ploop", "substeps", true},
                                   Keywords{"mtk scalexy scalexz scaleyz flip", "yes/no"},
                                   Keywords{"dilate", "group"},
                                   Keywords{"fixedpoint", "x y z", true},
                                   Keywords{"disc", ""},
                                   Keywords{"update", "dipole"},
                                   Keywords{"tchain tloop", "number"}};

  const Keywords *find_keyword(const std::string &name)
  {
    for (const Keywords &row : keywords)
      for (const std::string &one : utils::split_words(row.names))
        if (one == name) return &row;
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

  /// Whether a pressure keyword gives a target to this component.
  bool is_target_of(std::string_view name, int component)
  {
    const int one = component_of(name);
    return one >= 0 ? component == one : component < 3 || name == "tri";
  }

  std::string known_keywords()
  {
    std::string names;
    for (const Keywords &row : keywords) names += std::string(row.names) + " ";
    return utils::join_words(utils::split_words(names), ", ");
  }

  /// Reads the number at arg[i], a value of a keyword.
  double number(LAMMPS *lmp, std::string_view keyword, std::string_view value, char **arg, int i)
  {
    if (!utils::is_double(arg[i]))
      lmp->error->all(FLERR, i, "Illegal fix nph/sphere {} {} value {}: must be a number", keyword, value,
                      arg[i]);
    return utils::numeric(FLERR, arg[i], false, lmp);
  }

  [[noreturn]] void too_few(LAMMPS *lmp, std::string_view keyword, std::string_view values)
  {
    lmp->error->all(FLERR, "Too few values for fix nph/sphere {}: needs {}", keyword, values);
  }

}    // namespace

NphSphereArguments::NphSphereArguments(LAMMPS *lmp, int narg, char **arg)
{
  Error *error = lmp->error;
  bool has_chain = false, has_ptemp = false;
  std::size_t coupling = 0;    // place of the value of keyword couple in for_base
  std::string_view coupled;    // its value, or the lengths that iso couples
  barostat::Controlled has_target{}, scaled{};
  std::array<std::array<double, 3>, 6> target{};    // Pstart Pstop Pdamp
  const int first = 3;                              // ID, group and style come before
  // FixNH skips one word after `ext` and two after `strain`: its errors then point to the right words of the deck
  static char ext[] = "ext", strain[] = "strain";
  for (int i = 0; i < first && i < narg; ++i) for_base.push_back(arg[i]);

  for (int i = first; i < narg;) {
    const std::string_view name = arg[i];
    if (name == "temp")
      error->all(FLERR, i, "Temperature control can not be used with fix nph/sphere: take out keyword temp");
    const Keywords *keyword = find_keyword(arg[i]);
    if (!keyword)
      error->all(FLERR, i, "Unknown fix nph/sphere keyword '{}': known are {}", name, known_keywords());
    const std::vector<std::string> value_names = utils::split_words(keyword->values);
    int values = static_cast<int>(value_names.size());
    if (component_of(name) >= 0 && i + 1 < narg && std::string_view(arg[i + 1]) == "rate") {
      read_rate(lmp, i, narg, arg);
      for_base.insert(for_base.end(), {strain, arg[i + 1], arg[i + 2]});
      i += 3;
      continue;
    }
    if (i + values >= narg) too_few(lmp, name, keyword->values);
    std::array<double, 3> numbers{};
    if (keyword->numbers)
      for (int k = 0; k < values; ++k) numbers[k] = number(lmp, name, value_names[k], arg, i + 1 + k);

    if (keyword->values == pressures) {
      for (int k = 0; k < 6; ++k)
        if (is_target_of(name, k)) has_target.on[k] = true, target[k] = numbers;
      if (component_of(name) < 0) coupled = name == "iso" ? "xyz" : "none";
      if (numbers[2] <= 0.0)
        error->all(FLERR, i + 3, "Illegal fix nph/sphere {} Pdamp value {}: must be > 0", arg[i], arg[i + 3]);
    }
    if (name == "ploop" && utils::inumeric(FLERR, arg[i + 1], false, lmp) < 1)
      error->all(FLERR, i + 1, "Illegal fix nph/sphere {} value {}: must be > 0", arg[i], arg[i + 1]);
    if (name == "pmass") values = read_piston_mass(lmp, i, narg, arg);
    if (name == "disc") disc = true;
    if (name == "fixedpoint") fixed_point = true;
    if (name == "pchain") has_chain = true;
    if (name == "ptemp") has_ptemp = true;
    if (name == "couple") coupling = for_base.size() + 1, coupled = arg[i + 1];
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
  if (mean_of_lengths) coupled = for_base[coupling];
  int last = -1;
  for (int k = 0; k < lmp->domain->dimension; ++k) {
    if (coupled.find(components[k]) == std::string_view::npos) continue;
    if (!has_target[k])
      error->all(FLERR, "Fix nph/sphere keyword couple {}: {} has no target pressure", coupled,
                 components[k]);
    if (last >= 0 && target[k] != target[last])
      error->all(FLERR, "Fix nph/sphere couples {} (keyword iso or couple): {} and {} must have the same {}",
                 coupled, components[last], components[k], pressures);
    last = k;
  }
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
  if (i + 2 >= narg) too_few(lmp, std::string(arg[i]) + " rate", "R");
  const int k = component_of(arg[i]);
  has_rate.on[k] = true;
  rate[k] = number(lmp, arg[i], "rate", arg, i + 2);
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
    if (i + 2 >= narg) too_few(lmp, "pmass energy", "E0");
    reference_energy = number(lmp, "pmass", "energy", arg, i + 2);
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
