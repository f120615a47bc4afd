#pragma once

#include "command_words.h"
#include "model_registry.h"

#include "contact/contact.h"

#include <array>

namespace granular_srt {

/// The contact models of a pair of types as typed in pair_coeff: names and numbers.
struct ModelSpec {
  std::array<int, N_AXES> model{};                         ///< index in models_of(axis)
  std::array<std::vector<double>, N_AXES> coefficients;    ///< NaN stands for NULL
  int limit_damping = 0;
  int synchronized_verlet = 0;
  /// Lever of the sliding force: the radius, as in gran/*. It has no keyword in pair_coeff; those styles set it
  /// themselves, and restart files do not contain it.
  bool lever_is_radius = false;

  [[nodiscard]] const ModelInfo &info(int axis) const
  {
    return models_of(static_cast<Axis>(axis))[model[axis]];
  }
  [[nodiscard]] const std::string &name(int axis) const { return info(axis).key; }
};

/// A command with contact models as arguments.
struct ModelSyntax {
  std::vector<std::string> next{};    ///< the first of these words ends the models
  double *cutoff = nullptr;           ///< set by the keyword cutoff; null for commands without it
};

/// Reads the contact models of a command, which begin with the normal model, up to the end or the first word of
/// ModelSyntax::next.
/// \throws the error of `words` for an unknown model or keyword, a keyword given twice, missing numbers, a number out of
/// range, or models that do not fit together. The message names the keyword, the value and what is allowed.
ModelSpec parse_model_spec(const ModelSyntax &syntax, CommandWords &words);

/// The contact of two types. With `mixed`, a and b are the models of different types: each coefficient is the
/// geometric mean of both, except E and nu, which enter the effective moduli of both bodies. Options that
/// either type has are on.
contact::AnyContact build_contact(const ModelSpec &a, const ModelSpec &b, bool mixed);

/// First axis on which the models differ, or -1.
int first_difference(const ModelSpec &a, const ModelSpec &b);

/// Number of doubles in the history of one axis; 0 for axes without history.
inline int history_doubles(Axis axis, const ModelSpec &spec)
{
  return static_cast<int>(spec.info(axis).swap_factors.size());
}

/// Number of values that contact::Contact::diagnose writes for these models.
inline int diagnostics_of(const ModelSpec &spec)
{
  return spec.info(TANGENTIAL).diagnostics + spec.info(ROLLING).diagnostics + spec.info(TWISTING).diagnostics;
}

/// Whether a contact can pull while the surfaces do not overlap.
bool acts_beyond_contact(const ModelSpec &spec);

}    // namespace granular_srt
