#include "gran_arguments.h"

#include "force.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *value_names = "Kn Kt gamma_n gamma_t xmu dampflag";
  constexpr std::size_t n_values = 6;

  // Ratio of tangential to normal damping if the latter is zero. Then gamma_n = gamma_t/this, which is too small to
  // change a bit of a normal force.
  constexpr double largest_ratio = 1e100;

}    // namespace

ModelSpec parse_gran_law(LAMMPS *lmp, GranLaw law, CommandWords &words, const std::string &model)
{
  const std::size_t found = words.rest().size();
  if (found < n_values)
    words.stop(fmt::format("Illegal {}{}: needs {} [limit_damping], found {} of {} values", words.command(),
                           model.empty() ? "" : " " + model, value_names, found, n_values));

  const std::string of = model.empty() ? "" : model + " ";
  // Not negative and not above `largest`.
  const auto number = [&](const char *name, const char *range, double largest = HUGE_VAL) {
    const double value = words.value_of(words.next(name));
    if (!(value >= 0.0 && value <= largest)) words.illegal(of + name, words.last(), range);
    return value;
  };
  // The same, or `otherwise` for NULL.
  const auto number_or_null = [&](const char *name, double otherwise) {
    return words.skip("NULL") ? otherwise : number(name, ">= 0 or NULL");
  };

  GranValues values{};
  values.K_n = number("Kn", ">= 0");
  values.K_t = number_or_null("Kt", values.K_n * 2.0 / 7.0);
  values.gamma_n = number("gamma_n", ">= 0");
  values.gamma_t = number_or_null("gamma_t", 0.5 * values.gamma_n);
  values.xmu = number("xmu", ">= 0 and <= 10000", largest_xmu);
  const std::string dampflag = words.next("dampflag");
  if (dampflag != "0" && dampflag != "1") words.illegal(of + "dampflag", dampflag, "0 or 1");
  if (dampflag == "0") values.gamma_t = 0.0;
  values.limit_damping = words.skip("limit_damping");

  if (law == GranLaw::hertz_history) {
    // from pressure units to force/length^2
    values.K_n /= lmp->force->nktv2p;
    values.K_t /= lmp->force->nktv2p;
  }
  return gran_models(law, values);
}

ModelSpec gran_models(GranLaw law, GranValues values)
{
  const bool hertz = law == GranLaw::hertz_history;
  double ratio = 0.0;
  if (values.gamma_t > 0.0) {
    ratio = values.gamma_n > 0.0 ? values.gamma_t / values.gamma_n : largest_ratio;
    values.gamma_n = values.gamma_t / ratio;
  }
  // A spring without stiffness gives no force, and its displacement at the Coulomb limit has no value.
  const bool spring = law != GranLaw::hooke && values.K_t > 0.0;

  ModelSpec spec;
  const auto set = [&spec](Axis axis, const char *key, std::vector<double> coefficients) {
    spec.model[axis] = find_model(axis, key);
    spec.coefficients[axis] = std::move(coefficients);
  };
  set(NORMAL, hertz ? "hertz" : "hooke", {values.K_n, values.gamma_n});
  set(DAMPING, hertz ? "viscoelastic" : "mass_velocity", {});
  if (spring)
    set(TANGENTIAL, hertz ? "mindlin_classic" : "linear_history_classic", {values.K_t, ratio, values.xmu});
  else
    set(TANGENTIAL, "linear_nohistory", {ratio, values.xmu});
  for (const Axis axis : {ROLLING, TWISTING, HEAT}) set(axis, "none", {});
  spec.limit_damping = values.limit_damping ? 1 : 0;
  spec.lever_is_radius = true;
  return spec;
}

}    // namespace granular_srt
