#include "pair_gran.h"

#include "error.h"

using namespace LAMMPS_NS;

namespace granular_srt {

ModelSpec parse_gran_settings(LAMMPS *lmp, const std::string &style, GranLaw law, int narg, char **arg,
                              RunOptions &options)
{
  int words_read = 0;
  ModelSpec spec = parse_gran_law(lmp, "pair_style " + style, law, narg, arg, words_read);
  options.set_defaults();
  for (int k = words_read; k < narg; k += 2) {
    if (!RunOptions::has(arg[k]))
      lmp->error->all(FLERR,
                      "Illegal pair_style {} argument {}: only limit_damping may follow dampflag, once, and "
                      "then the keywords {}",
                      style, arg[k], RunOptions::names());
    options.read(lmp, style, k, narg, arg);
  }
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
