#include "stock_models.h"

#include "restart/restart_block.h"

#include "atom.h"
#include "error.h"
#include "lammps.h"

#include <algorithm>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {

void check_stock_version(LAMMPS *lmp, const std::string &style)
{
  if (!is_known_stock_restart(lmp->restart_ver))
    lmp->error->all(
        FLERR,
        "The restart file was written by the built-in pair style {} of LAMMPS version {}: this plugin "
        "reads such files of versions 20250204, 20250722 and 20260704 only. Read it with one of these "
        "without the plugin and write it again",
        style, lmp->restart_ver);
}

// The models are converted to the words of a pair_coeff command, so that all its checks apply.
ModelSpec read_stock_models(LAMMPS *lmp, FILE *fp)
{
  constexpr int longest_name = 256, most_coefficients = 64;
  constexpr double null_in_file = -1.0;
  std::vector<std::string> words;
  for (int axis = 0; axis < N_AXES; ++axis) {
    const int length = std::clamp(read_restart_value<int>(lmp, fp), 0, longest_name);
    std::string name(static_cast<std::size_t>(length), ' ');
    read_restart_bytes(lmp, fp, name.data(), length);
    if (axis != NORMAL) words.emplace_back(axis_names[axis]);
    words.push_back(name);
    const bool may_be_null = axis == TANGENTIAL && name.starts_with("mindlin");
    const int count = read_restart_value<int>(lmp, fp);
    if (count < 0 || count > most_coefficients)
      lmp->error->all(FLERR, "The restart file has {} coefficients of the {} model '{}': it is damaged",
                      count, axis_names[axis], name);
    for (int k = 0; k < count; ++k) {
      const auto value = read_restart_value<double>(lmp, fp);
      words.push_back(may_be_null && k == 0 && value == null_in_file ? "NULL"
                                                                     : fmt::format("{:.17g}", value));
    }
  }
  if (read_restart_value<int>(lmp, fp) != 0) words.emplace_back("limit_damping");

  LammpsWords reader(lmp, "restart file's pair_coeff", std::move(words));
  return parse_model_spec(lmp, {}, reader);
}

ModelSpec read_stock_gran(LAMMPS *lmp, const std::string &style, GranLaw law, FILE *fp)
{
  GranValues values{};
  const auto read = [&](double &value, const char *name, double largest) {
    value = read_restart_value<double>(lmp, fp);
    if (!(value >= 0.0 && value <= largest))
      lmp->error->all(FLERR, "Illegal pair_style {} {} value {} in the restart file: must be >= 0 and <= {}",
                      style, name, value, largest);
  };
  constexpr double huge = std::numeric_limits<double>::max();
  read(values.K_n, "Kn", huge);
  read(values.K_t, "Kt", huge);
  read(values.gamma_n, "gamma_n", huge);
  read(values.gamma_t, "gamma_t", huge);
  read(values.xmu, "xmu", largest_xmu);
  if (read_restart_value<int>(lmp, fp) == 0) values.gamma_t = 0.0;
  return gran_models(law, values);
}

void check_end_of_pairs(LAMMPS *lmp, FILE *fp, const std::string &style, int **set)
{
  // Number of the next part of the file, which LAMMPS reads: small, -1 at the end.
  constexpr int largest_flag = 1000;
  const int next = peek_restart_int(lmp, fp);
  bool all_types = true;
  for (int i = 1; i <= lmp->atom->ntypes; ++i) all_types = all_types && set[i][i] == 1;
  if (!all_types || next < -1 || next == 0 || next > largest_flag)
    lmp->error->all(
        FLERR,
        "The coefficients of pair style {} in the restart file do not end where they should: it is damaged",
        style);
}

void read_set_flags(LAMMPS *lmp, FILE *fp, int **set)
{
  for (int i = 1; i <= lmp->atom->ntypes; ++i)
    for (int j = i; j <= lmp->atom->ntypes; ++j) {
      set[i][j] = read_restart_value<int>(lmp, fp);
      if (set[i][j] != 0 && set[i][j] != 1)
        lmp->error->all(FLERR,
                        "The restart file has flag {} for types {} and {}: must be 0 or 1, it is damaged",
                        set[i][j], i, j);
    }
}

}    // namespace granular_srt
