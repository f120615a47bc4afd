#include "wall_material.h"

#include "host/pair_styles.h"
#include "pair/type_models.h"

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

  const ModelSpec *models_of_type(LAMMPS *lmp, int type)
  {
    const ModelSpec *found = nullptr;
    for_each_pair_style(lmp, [&](Pair *pair, int) {
      const auto *granular = dynamic_cast<const TypeModels *>(pair);
      if (granular && !found) found = granular->models_of_type(type);
    });
    return found;
  }

}    // namespace

std::vector<contact::AnyContact> wall_laws(LAMMPS *lmp, const WallArguments &wall)
{
  const WallMaterial &material = wall.material;
  const ModelSpec &models = wall.models;
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
                      wall.command, type, type, type);
    const int axis = first_difference(*of_type, models);
    if (axis >= 0)
      lmp->error->all(FLERR, "Cannot mix {} with pair_coeff {} {}: their {} models {} and {} differ",
                      wall.command, type, type, axis_names[axis], models.name(axis), of_type->name(axis));
    laws.push_back(build_contact(*of_type, models, true));
  }
  return laws;
}

}    // namespace granular_srt
