#pragma once

#include "run_options.h"

#include "models/model_spec.h"

#include "pointers.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace granular_srt {

/// Coefficients of a pair of types.
struct TypePair {
  ModelSpec spec;
  double cutoff = -1.0;    ///< keyword cutoff [length], < 0 if not given
};

/// Binary restart. Models are written by name, so that the order of the lists may change.
/// \throws LAMMPS error on reading a model that this version does not know or another number of coefficients.
void write_model_spec(FILE *fp, const ModelSpec &spec);
ModelSpec read_model_spec(LAMMPS_NS::LAMMPS *lmp, FILE *fp);

/// History of a contact: each axis has as many doubles as the largest of several models needs. For a JKR contact the
/// fact of touching is history, for which the history fix needs one double.
/// \param for_each  calls a function with each ModelSpec
/// \param doubles   of the history of one axis of a model
template <class ForEach>
contact::HistoryLayout common_layout(ForEach for_each, int (*doubles)(Axis, const ModelSpec &))
{
  int sizes[N_AXES] = {}, least = 0;
  for_each([&](const ModelSpec &spec) {
    if (acts_beyond_contact(spec)) least = 1;
    for (int axis = 0; axis < N_AXES; ++axis)
      sizes[axis] = std::max(sizes[axis], doubles(static_cast<Axis>(axis), spec));
  });
  auto layout = contact::consecutive_layout(sizes[TANGENTIAL], sizes[ROLLING], sizes[TWISTING]);
  layout.size = std::max(layout.size, least);
  return layout;
}

/// A pair in contact, for single().
struct EvaluatedPair {
  const contact::AnyContact &law;
  const contact::Geometry<double> &geometry;
  const contact::Motion<double> &motion;
  const contact::Step &step;
  const contact::Loads<double> &loads;
  double *history;
};

/// The words of a pair style: what pair_style and pair_coeff have set. These are those of pair_style granular; GranSettings
/// has those of gran/*.
class PairSettings : protected LAMMPS_NS::Pointers {
 public:
  const std::string name;        ///< of the pair style, for messages
  double cutoff = -1.0;          ///< argument of pair_style [length], < 0 if not given
  bool in_moving_box = false;    ///< keyword box: contacts include the motion of the box
  RunOptions options;

  PairSettings(LAMMPS_NS::LAMMPS *lammps, std::string its_name) : Pointers(lammps), name{std::move(its_name)}
  {
  }
  ~PairSettings() override = default;
  PairSettings(const PairSettings &) = delete;
  PairSettings &operator=(const PairSettings &) = delete;

  virtual void read_style(int narg, char **arg);
  /// Reads the arguments of pair_coeff but the types.
  [[nodiscard]] virtual TypePair read_coefficients(int narg, char **arg);
  /// Whether the commands of the style take a cutoff.
  [[nodiscard]] virtual bool has_cutoff() const { return true; }

  void set_types(int types);
  [[nodiscard]] int types() const { return types_; }
  void set(int i, int j, const TypePair &pair);
  /// Sets all pairs i <= j of two ranges of types.
  /// \throws LAMMPS error if there are none
  void set(const char *types_i, const char *types_j, const TypePair &pair);
  /// Whether the pair of types has coefficients of its own.
  [[nodiscard]] bool has(int i, int j) const { return given_[index(i, j)] != 0; }
  [[nodiscard]] const TypePair &of(int i, int j) const { return pairs_[index(i, j)]; }
  /// Calls f(i, j, TypePair) for all pairs i <= j with coefficients of their own.
  template <class F> void for_each(F f) const
  {
    for (int i = 1; i <= types_; ++i)
      for (int j = i; j <= types_; ++j)
        if (has(i, j)) f(i, j, of(i, j));
  }
  /// Contact law of two types, mixed if the pair has no coefficients of its own.
  /// \throws LAMMPS error if the models of the types cannot be mixed
  [[nodiscard]] contact::AnyContact law_of(int i, int j) const;
  /// Whether law_of() knows a law.
  [[nodiscard]] bool has_law(int i, int j) const;

  /// History of a contact.
  /// \param doubles  as in common_layout()
  [[nodiscard]] contact::HistoryLayout
  history_layout(int (*doubles)(Axis, const ModelSpec &) = history_doubles) const
  {
    return common_layout(
        [this](auto task) { for_each([&](int, int, const TypePair &pair) { task(pair.spec); }); }, doubles);
  }
  /// Factors of the doubles of a history with the models of two types, when its partners change roles.
  [[nodiscard]] std::vector<double> swap_factors(int i, int j, const contact::HistoryLayout &layout) const;
  /// Names the layout of the histories and its meaning: a displacement (mindlin) and a force (mindlin/force) have the same
  /// size.
  [[nodiscard]] std::string history_signature(const contact::HistoryLayout &layout) const;

  /// \name Restart files
  /// @{
  /// Whether the file that is being read has settings of this plugin, and not of LAMMPS' own style.
  [[nodiscard]] bool are_in(FILE *fp) const;
  /// What pair_style has set.
  virtual void write_style(FILE *fp) const;
  virtual void read_style(FILE *fp);
  /// What pair_coeff has set.
  void write_pairs(FILE *fp) const;
  virtual void read_pairs(FILE *fp);
  /// @}

  /// \name Output of single()
  /// @{
  /// Length of svector. \param n_diagnostics  most values that Contact::diagnose writes for a type pair
  [[nodiscard]] virtual int extras(int n_diagnostics, bool heat) const;
  /// With any laws.
  [[nodiscard]] virtual int most_extras() const;
  virtual void write_extras(const EvaluatedPair &pair, const contact::HistoryLayout &layout, bool heat,
                            double *svector) const;
  /// @}

 private:
  int types_ = 0;
  std::vector<TypePair> pairs_;    // [index(i, j)]
  std::vector<char> given_;        // whether pair_coeff has set the pair of types
  // Computed once for given settings: with many types it takes longer than the set-up of a run.
  mutable std::optional<std::uint32_t> history_hash_;

  [[nodiscard]] std::uint32_t history_hash() const;
  [[nodiscard]] std::size_t index(int i, int j) const
  {
    return static_cast<std::size_t>(i < j ? i : j) * (types_ + 1) + (i < j ? j : i);
  }
};

}    // namespace granular_srt
