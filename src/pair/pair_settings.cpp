#include "pair_settings.h"

#include "restart/restart_block.h"

#include "error.h"

#include <cmath>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr int signature = 0x47535254;    // "GSRT": the built-in style begins with a small count
  constexpr int format_version = 3;
  // Number of values p1 ... p12 that compute pair/local always has, before heat and diagnostics of laws.
  constexpr int standard_extras = 12;
  constexpr int first_with_box = 2, first_with_options = 3;

  template <class T> void write_one(FILE *fp, const T &value)
  {
    fwrite(&value, sizeof(T), 1, fp);
  }

}    // namespace

/* ---- words of the deck ---- */

void PairSettings::read_style(int narg, char **arg)
{
  LammpsWords words(lmp, "pair_style " + name, narg, arg);
  cutoff = -1.0;
  in_moving_box = false;
  options.set_defaults();
  if (!words.at_end() && !words.next_is("box") && !RunOptions::has(words.peek())) {
    cutoff = words.value_of(words.next("cutoff"));
    if (std::isnan(cutoff))
      error->all(
          FLERR,
          "Illegal pair_style granular argument {}: must be a number, the cutoff, or a keyword: box, {}",
          words.last(), RunOptions::names());
    if (!(cutoff > 0.0)) words.illegal("cutoff", words.last(), "> 0");
  }
  while (!words.at_end()) {
    const std::string word = words.keyword();
    if (word == "box")
      in_moving_box = words.choice(word, {"yes", "no"}) == 0;
    else if (!options.read(word, words))
      words.unknown(word, "box, " + RunOptions::names());
  }
}

TypePair PairSettings::read_coefficients(int narg, char **arg)
{
  if (narg < 3) error->all(FLERR, "Missing pair_coeff normal model: known are {}", known_models(NORMAL));
  double own_cutoff = -1.0;
  LammpsWords words(lmp, "pair_coeff", narg - 2, arg + 2);
  const ModelSpec spec = parse_model_spec({{}, &own_cutoff}, words);
  return {spec, own_cutoff};
}

void PairSettings::set_types(int types)
{
  types_ = types;
  pairs_.resize(static_cast<std::size_t>(types + 1) * (types + 1));
  given_.resize(pairs_.size());
}

void PairSettings::set(int i, int j, const TypePair &pair)
{
  history_hash_.reset();
  pairs_[index(i, j)] = pair;
  given_[index(i, j)] = 1;
}

void PairSettings::set(const char *types_i, const char *types_j, const TypePair &pair)
{
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, types_i, 1, types_, ilo, ihi, error);
  utils::bounds(FLERR, types_j, 1, types_, jlo, jhi, error);
  int count = 0;
  for (int i = ilo; i <= ihi; ++i)
    for (int j = std::max(jlo, i); j <= jhi; ++j, ++count) set(i, j, pair);
  if (count == 0)
    error->all(FLERR, "Illegal pair_coeff types {} {}: no pair of types i <= j is named", types_i, types_j);
}

/* ---- laws and histories ---- */

contact::AnyContact PairSettings::law_of(int i, int j) const
{
  const bool mixed = !has(i, j);
  const TypePair &a = of(i, mixed ? i : j), &b = of(mixed ? j : i, j);
  if (mixed) {
    const int axis = first_difference(a.spec, b.spec);
    if (axis >= 0)
      error->all(FLERR,
                 "Cannot mix pair_coeff of types {} and {}: their {} models {} and {} differ; set "
                 "pair_coeff {} {} explicitly",
                 i, j, axis_names[axis], a.spec.name(axis), b.spec.name(axis), i, j);
  }
  return build_contact(a.spec, b.spec, mixed);
}

bool PairSettings::has_law(int i, int j) const
{
  return has(i, j) || (has(i, i) && has(j, j) && first_difference(of(i, i).spec, of(j, j).spec) < 0);
}

std::vector<double> PairSettings::swap_factors(int i, int j, const contact::HistoryLayout &layout) const
{
  const ModelSpec &models = of(i, has(i, j) ? j : i).spec;
  std::vector<double> factors(layout.size, 1.0);
  const auto place = [&](Axis axis, int offset) {
    std::ranges::copy(models.info(axis).swap_factors, factors.begin() + offset);
  };
  place(TANGENTIAL, layout.tangential);
  place(ROLLING, layout.rolling);
  place(TWISTING, layout.twisting);
  return factors;
}

std::string PairSettings::history_signature(const contact::HistoryLayout &layout) const
{
  return fmt::format("{}_{}_{}_{:08x}", layout.rolling, layout.twisting - layout.rolling,
                     layout.size - layout.twisting, history_hash());
}

std::uint32_t PairSettings::history_hash() const
{
  if (history_hash_) return *history_hash_;
  std::string meaning;
  for (int i = 1; i <= types_; ++i)
    for (int j = i; j <= types_; ++j) {
      // A mixed pair has the models of its types, so its explicit coefficients change nothing.
      const int mixed_from = has(i, j) ? j : i;
      if (!has(i, mixed_from)) continue;
      for (const Axis axis : {TANGENTIAL, ROLLING, TWISTING})
        meaning += fmt::format("{}-{}:{}", i, j, of(i, mixed_from).spec.info(axis).history);
    }
  std::uint32_t hash = 2166136261U;    // FNV-1a
  for (const char letter : meaning) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return *(history_hash_ = hash);
}

/* ---- restart files ---- */

void write_model_spec(FILE *fp, const ModelSpec &spec)
{
  for (int axis = 0; axis < N_AXES; ++axis) {
    const std::string &name = spec.name(axis);
    write_one(fp, static_cast<int>(name.size()));
    fwrite(name.data(), sizeof(char), name.size(), fp);
    write_one(fp, static_cast<int>(spec.coefficients[axis].size()));
    for (const double number : spec.coefficients[axis]) write_one(fp, number);
  }
  write_one(fp, spec.limit_damping);
  write_one(fp, spec.synchronized_verlet);
}

ModelSpec read_model_spec(LAMMPS *lmp, FILE *fp)
{
  ModelSpec spec;
  for (int axis = 0; axis < N_AXES; ++axis) {
    const int length = std::clamp(read_restart_value<int>(lmp, fp), 0, 256);
    std::string name(static_cast<std::size_t>(length), ' ');
    read_restart_bytes(lmp, fp, name.data(), length);
    const int count = read_restart_value<int>(lmp, fp);
    const int found = find_model(static_cast<Axis>(axis), name);
    if (found < 0)
      lmp->error->all(FLERR, "Restart file has the unknown {} model '{}': known are {}", axis_names[axis],
                      name, known_models(static_cast<Axis>(axis)));
    const auto expected = models_of(static_cast<Axis>(axis))[found].coefficients.size();
    if (count != static_cast<int>(expected))
      lmp->error->all(FLERR, "Restart file has {} coefficients for {} {}: must be {}", count,
                      axis_names[axis], name, expected);
    spec.model[axis] = found;
    spec.coefficients[axis].resize(expected);
    for (double &number : spec.coefficients[axis]) number = read_restart_value<double>(lmp, fp);
  }
  spec.limit_damping = read_restart_value<int>(lmp, fp);
  spec.synchronized_verlet = read_restart_value<int>(lmp, fp);
  return spec;
}

bool PairSettings::are_in(FILE *fp) const
{
  return peek_restart_int(lmp, fp) == signature;
}

void PairSettings::write_style(FILE *fp) const
{
  write_one(fp, signature);
  write_one(fp, format_version);
  write_one(fp, cutoff);
  write_one(fp, static_cast<int>(in_moving_box));
  options.write(fp);
}

void PairSettings::read_style(FILE *fp)
{
  (void)read_restart_value<int>(lmp, fp);    // the signature
  const int version = read_restart_value<int>(lmp, fp);
  if (version < 1 || version > format_version)
    error->all(FLERR, "The restart file has format {} of pair style {}: this plugin reads formats 1 to {}",
               version, name, format_version);
  cutoff = read_restart_value<double>(lmp, fp);
  in_moving_box = version >= first_with_box && read_restart_value<int>(lmp, fp) != 0;
  if (version >= first_with_options) options.read(lmp, fp);
}

void PairSettings::write_pairs(FILE *fp) const
{
  for (int i = 1; i <= types_; ++i)
    for (int j = i; j <= types_; ++j) {
      write_one(fp, has(i, j) ? 1 : 0);
      if (!has(i, j)) continue;
      write_one(fp, of(i, j).cutoff);
      write_model_spec(fp, of(i, j).spec);
    }
}

void PairSettings::read_pairs(FILE *fp)
{
  for (int i = 1; i <= types_; ++i)
    for (int j = i; j <= types_; ++j) {
      if (read_restart_value<int>(lmp, fp) == 0) continue;
      const double own_cutoff = read_restart_value<double>(lmp, fp);
      set(i, j, {read_model_spec(lmp, fp), own_cutoff});
    }
}

/* ---- output of single() ---- */

int PairSettings::most_extras() const
{
  return extras(contact::most_diagnostics(contact::TangentialModels{}) +
                    contact::most_diagnostics(contact::RollingModels{}) +
                    contact::most_diagnostics(contact::TwistingModels{}),
                true);
}

int PairSettings::extras(int n_diagnostics, bool heat) const
{
  return standard_extras + (heat ? 1 : 0) + n_diagnostics;
}

void PairSettings::write_extras(const EvaluatedPair &pair, const contact::HistoryLayout &layout, bool heat,
                                double *svector) const
{
  const auto &loads = pair.loads;
  contact::store_vector(svector, loads.tangential_force);
  svector[3] = length(loads.tangential_force);
  contact::store_vector(svector + 4, loads.rolling_torque);
  svector[7] = length(loads.rolling_torque);
  svector[8] = loads.twisting_torque;
  contact::store_vector(svector + 9, pair.geometry.separation);
  if (heat) svector[standard_extras] = loads.heat;
  pair.law.diagnose(pair.geometry, pair.motion, pair.step, layout, pair.history, svector + extras(0, heat));
}

}    // namespace granular_srt
