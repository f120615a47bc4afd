#include "wall_material.h"

#include "host/pair_styles.h"
#include "pair/pair_granular_srt.h"

#include "atom.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr auto has_elasticity = [](auto model) { return decltype(model)::type::has_elasticity; };

  // These models with other moduli (coefficients 0 and 2 of normal models with E and nu).
  ModelSpec with_moduli(ModelSpec models, double E, double nu)
  {
    models.coefficients[NORMAL][0] = E;
    models.coefficients[NORMAL][2] = nu;
    return models;
  }

  const ModelSpec *models_of_type(LAMMPS *lmp, int type)
  {
    const ModelSpec *found = nullptr;
    for_each_pair_style(lmp, [&](Pair *pair, int) {
      const auto *granular = dynamic_cast<const PairGranularSrt *>(pair);
      if (granular && !found) found = granular->models_of_type(type);
    });
    return found;
  }

}    // namespace

void WallMaterial::read(WallWords &words, const ModelSpec &models)
{
  if (words.next_is("mix")) {
    words.skip(1);
    kind = Kind::mixed;
    return;
  }
  if (!with_model(contact::NormalModels{}, models.model[NORMAL], has_elasticity))
    words.stop(
        "Cannot use {} keyword material with E and nu beside the normal model {}, which has none: must "
        "be {}, or material mix",
        words.command(), models.name(NORMAL), models_where(contact::NormalModels{}, has_elasticity));
  kind = Kind::moduli;
  const std::string modulus = words.next("material");
  E = modulus == "inf"            ? HUGE_VAL
      : utils::is_double(modulus) ? utils::numeric(FLERR, modulus, false, words.lmp())
                                  : 0.0;
  if (!(E > 0.0)) words.illegal("material E", modulus, "> 0, inf or the word mix");
  const std::string allowed = in_words(contact::Allowed::poisson_ratio);
  nu = words.number("material", "nu", allowed);
  if (!contact::is_allowed(contact::Allowed::poisson_ratio, nu))
    words.illegal("material nu", words.last(), allowed);
}

std::vector<contact::AnyContact> wall_laws(LAMMPS *lmp, const std::string &command, const ModelSpec &models,
                                           const WallMaterial &material)
{
  if (material.kind == WallMaterial::Kind::contact) return {build_contact(models, models, false)};
  if (material.kind == WallMaterial::Kind::moduli)
    return {build_contact(models, with_moduli(models, material.E, material.nu), true)};
  std::vector<contact::AnyContact> laws;
  for (int type = 1; type <= lmp->atom->ntypes; ++type) {
    const ModelSpec *of_type = models_of_type(lmp, type);
    if (!of_type)
      lmp->error->all(FLERR,
                      "Cannot use {} keyword material mix: type {} has no coefficients of its own; set "
                      "pair_coeff {} {} of "
                      "pair style granular",
                      command, type, type, type);
    const int axis = first_difference(*of_type, models);
    if (axis >= 0)
      lmp->error->all(FLERR, "Cannot mix {} with pair_coeff {} {}: their {} models {} and {} differ", command,
                      type, type, axis_names[axis], models.name(axis), of_type->name(axis));
    laws.push_back(build_contact(*of_type, models, true));
  }
  return laws;
}

}    // namespace granular_srt
