#include "gran_arguments.h"

#include "error.h"
#include "force.h"
#include "lammps.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *value_names = "Kn Kt gamma_n gamma_t xmu dampflag";
  constexpr int n_values = 6;

  // Ratio of tangential to normal damping if the latter is zero. Then gamma_n = gamma_t/this, which is too small to
  // change a bit of a normal force.
  constexpr double largest_ratio = 1e100;

}    // namespace

ModelSpec parse_gran_law(LAMMPS *lmp, const std::string &command, GranLaw law, int narg, char **arg,
                         int &words_read)
{
  if (narg < n_values)
    lmp->error->all(FLERR, "Illegal {}: needs {} [limit_damping], found {} of {} values", command,
                    value_names, narg, n_values);

  const auto stop = [&](int k, const char *name, const char *range) {
    lmp->error->all(FLERR, "Illegal {} {} value {}: must be {}", command, name, arg[k], range);
  };
  // Not negative and not above `largest`.
  const auto number = [&](int k, const char *name, const char *range, double largest = HUGE_VAL) {
    const double value = utils::is_double(arg[k]) ? utils::numeric(FLERR, arg[k], false, lmp) : -1.0;
    if (!(value >= 0.0 && value <= largest && value < HUGE_VAL)) stop(k, name, range);
    return value;
  };
  // The same, or `otherwise` for NULL.
  const auto number_or_null = [&](int k, const char *name, double otherwise) {
    return std::string(arg[k]) == "NULL" ? otherwise : number(k, name, ">= 0 or NULL");
  };

  GranValues values{};
  values.K_n = number(0, "Kn", ">= 0");
  values.K_t = number_or_null(1, "Kt", values.K_n * 2.0 / 7.0);
  values.gamma_n = number(2, "gamma_n", ">= 0");
  values.gamma_t = number_or_null(3, "gamma_t", 0.5 * values.gamma_n);
  values.xmu = number(4, "xmu", ">= 0 and <= 10000", largest_xmu);
  const std::string dampflag = arg[5];
  if (dampflag != "0" && dampflag != "1") stop(5, "dampflag", "0 or 1");
  if (dampflag == "0") values.gamma_t = 0.0;
  values.limit_damping = narg > n_values && std::string(arg[n_values]) == "limit_damping";
  words_read = n_values + (values.limit_damping ? 1 : 0);

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
