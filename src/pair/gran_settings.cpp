#include "gran_settings.h"

#include "error.h"

using namespace LAMMPS_NS;

namespace granular_srt {

void GranSettings::read_style(int narg, char **arg)
{
  LammpsWords words(lmp, "pair_style " + name, narg, arg);
  const ModelSpec spec = parse_gran_law(lmp, law, words);
  options.set_defaults();
  while (!words.at_end())
    if (const std::string word = words.keyword(); !options.read(word, words))
      error->all(FLERR,
                 "Illegal pair_style {} argument {}: only limit_damping may follow dampflag, once, "
                 "and then the keywords {}",
                 name, word, RunOptions::names());
  set_law(spec);
}

TypePair GranSettings::read_coefficients(int narg, char **arg)
{
  if (narg > 2)
    error->all(
        FLERR,
        "Illegal pair_coeff argument {} of pair style {}: takes two types only, the law is in pair_style",
        arg[2], name);
  return {spec_, -1.0};
}

void GranSettings::set_law(const ModelSpec &spec)
{
  spec_ = spec;
  for_each([&](int i, int j, const TypePair &) { set(i, j, {spec_, -1.0}); });
}

void GranSettings::write_style(FILE *fp) const
{
  PairSettings::write_style(fp);
  write_model_spec(fp, spec_);
}

void GranSettings::read_style(FILE *fp)
{
  PairSettings::read_style(fp);
  spec_ = read_model_spec(lmp, fp);
  spec_.lever_is_radius = true;
}

void GranSettings::read_pairs(FILE *fp)
{
  PairSettings::read_pairs(fp);
  set_law(spec_);
}

void GranSettings::write_extras(const EvaluatedPair &pair, const contact::HistoryLayout &, bool,
                                double *svector) const
{
  const auto v = relative_velocity(pair.motion);
  const auto n = (1.0 / pair.geometry.distance) * pair.geometry.separation;
  const auto v_n = dot(v, n) * n;
  contact::store_vector(svector, pair.loads.tangential_force);
  svector[3] = length(pair.loads.tangential_force);
  contact::store_vector(svector + 4, v_n);
  contact::store_vector(svector + 7, v - v_n);
}

}    // namespace granular_srt
