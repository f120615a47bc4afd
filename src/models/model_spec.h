#pragma once

#include "contact/contact.h"
#include "model_registry.h"

#include <array>
#include <cstdio>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// The contact models of a pair of types as typed in pair_coeff: names and numbers, nothing derived.
struct ModelSpec {
  std::array<int, N_AXES> model{};    ///< place in models_of(axis)
  std::array<std::vector<double>, N_AXES> coefficients;    ///< NaN stands for NULL
  int limit_damping = 0;
  int synchronized_verlet = 0;

  [[nodiscard]] const std::string &name(int axis) const
  {
    return models_of(static_cast<Axis>(axis))[model[axis]].key;
  }
};

/// Reads the arguments of pair_coeff after the two type ranges.
/// \param cutoff  set where the keyword cutoff is given
/// Errors: unknown model or keyword, keyword given twice, too few numbers, a number out of its range,
/// combinations that have no meaning. Each names the keyword, the value and what is allowed.
ModelSpec parse_model_spec(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, double &cutoff);

/// A command other than pair_coeff that takes contact models.
struct ModelSyntax {
  const char *command;    ///< as named in messages
  const char *builtin;    ///< where LAMMPS' own models are found
  bool has_cutoff;        ///< whether the keyword cutoff exists
  std::vector<std::string> next;    ///< the first of these words ends the models
};

/// The same for such a command. The arguments begin with the normal model.
/// \param words_read  number of arguments that belong to the models
ModelSpec parse_model_spec(LAMMPS_NS::LAMMPS *lmp, const ModelSyntax &syntax, int narg, char **arg,
                           int &words_read);

/// The contact of two types: their own models, or mixed ones when a and b come from different types.
/// Mixing takes the geometric mean of every coefficient except E and nu, which enter the effective moduli
/// of both bodies, and switches on each option that either side has.
contact::AnyContact build_contact(const ModelSpec &a, const ModelSpec &b, bool mixed);

/// First axis on which the models differ, or -1.
int first_difference(const ModelSpec &a, const ModelSpec &b);

/// Doubles of history of one axis; 0 for axes without.
int history_doubles(Axis axis, const ModelSpec &spec);

/// What the slots of one axis mean, in words: histories of equal size may mean different things.
std::string history_meaning(Axis axis, const ModelSpec &spec);

/// One swap factor a double, as for history_doubles.
std::vector<double> swap_factors_of(Axis axis, const ModelSpec &spec);

/// Names of what contact::Contact::diagnose writes for these models, in its order.
std::vector<std::string> diagnostics_of(const ModelSpec &spec);

/// Whether a contact can pull beyond touch.
bool acts_beyond_contact(const ModelSpec &spec);

/// Binary restart, by names, so that the order of the lists may change.
/// Errors on reading: a model that this version does not know, another number of coefficients.
void write_model_spec(FILE *fp, const ModelSpec &spec);
ModelSpec read_model_spec(LAMMPS_NS::LAMMPS *lmp, FILE *fp);

}    // namespace granular_srt
