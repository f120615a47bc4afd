#include "wall_laws.h"

#include "host/queries.h"
#include "pair/pair_granular_srt.h"

#include "atom.h"
#include "error.h"
#include "lammps.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // These models with other moduli (coefficients 0 and 2 of normal models with E and nu).
  ModelSpec with_moduli(ModelSpec models, double E, double nu)
  {
    models.coefficients[NORMAL][0] = E;
    models.coefficients[NORMAL][2] = nu;
    return models;
  }

  // The models of a type in pair_coeff, to be mixed with those of the wall.
  const ModelSpec &mixing_models(LAMMPS *lmp, int type, const WallCommand &command)
  {
    const ModelSpec *of_type = nullptr;
    for_each_pair_of<const PairGranularSrt>(lmp, [&](const PairGranularSrt &pair) {
      if (!of_type) of_type = pair.models_of_type(type);
    });
    if (!of_type)
      lmp->error->all(FLERR,
                      "Cannot use {} keyword material mix: type {} has no coefficients of its own; set "
                      "pair_coeff {} {} of pair style granular",
                      command.name, type, type, type);
    const int axis = first_difference(*of_type, command.models);
    if (axis >= 0)
      lmp->error->all(FLERR, "Cannot mix {} with pair_coeff {} {}: their {} models {} and {} differ",
                      command.name, type, type, axis_names[axis], command.models.name(axis),
                      of_type->name(axis));
    return *of_type;
  }

  WallLaws::Law law_of(const contact::AnyContact &law)
  {
    return {law, compiled_law(law)};
  }

}    // namespace

WallLaws::WallLaws(const ModelSpec &models) :
    each{law_of(build_contact(models, models, false))}, layout{contact::consecutive_layout(
                                                            history_doubles(TANGENTIAL, models),
                                                            history_doubles(ROLLING, models),
                                                            history_doubles(TWISTING, models))},
    beyond_contact{acts_beyond_contact(models)},
    has_history{layout.size > 0 || beyond_contact}, heat{models.name(HEAT) != "none"}
{
}

void WallLaws::set(LAMMPS *lmp, const WallCommand &command)
{
  const WallMaterial &material = command.material;
  const ModelSpec &models = command.models;
  each.clear();
  if (material.kind == WallMaterial::Kind::contact) {
    each.push_back(law_of(build_contact(models, models, false)));
  } else if (material.kind == WallMaterial::Kind::moduli) {
    each.push_back(law_of(build_contact(models, with_moduli(models, material.E, material.nu), true)));
  } else {
    for (int type = 1; type <= lmp->atom->ntypes; ++type)
      each.push_back(law_of(build_contact(mixing_models(lmp, type, command), models, true)));
  }
}

}    // namespace granular_srt
