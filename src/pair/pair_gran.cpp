#include "pair_gran.h"

#include "error.h"

using namespace LAMMPS_NS;

namespace granular_srt {

ModelSpec parse_gran_settings(LAMMPS *lmp, const std::string &style, GranLaw law, int narg, char **arg)
{
  int words_read = 0;
  const ModelSpec spec = parse_gran_law(lmp, "pair_style " + style, law, narg, arg, words_read);
  if (words_read < narg)
    lmp->error->all(FLERR, "Illegal pair_style {} argument {}: only limit_damping may follow dampflag, once",
                    style, arg[words_read]);
  return spec;
}

void write_gran_extras(const EvaluatedPair &pair, double *extras)
{
  const auto v = relative_velocity(pair.motion);
  const auto n = (1.0 / pair.geometry.distance) * pair.geometry.separation;
  const auto v_n = dot(v, n) * n;
  contact::store_vector(extras, pair.loads.tangential_force);
  extras[3] = length(pair.loads.tangential_force);
  contact::store_vector(extras + 4, v_n);
  contact::store_vector(extras + 7, v - v_n);
}

}    // namespace granular_srt
