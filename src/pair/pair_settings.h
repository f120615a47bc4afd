#pragma once

#include "run_options.h"

#include "models/model_spec.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
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

/// What pair_style and pair_coeff have set.
class PairSettings {
 public:
  double cutoff = -1.0;          ///< argument of pair_style [length], < 0 if not given
  bool in_moving_box = false;    ///< keyword box: contacts include the motion of the box
  RunOptions options;

  void set_types(int types);
  [[nodiscard]] int types() const { return types_; }
  void set(int i, int j, const TypePair &pair);
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

  /// History of a contact.
  /// \param doubles  as in common_layout()
  [[nodiscard]] contact::HistoryLayout
  history_layout(int (*doubles)(Axis, const ModelSpec &) = history_doubles) const
  {
    return common_layout(
        [this](auto task) { for_each([&](int, int, const TypePair &pair) { task(pair.spec); }); }, doubles);
  }
  /// Hash of the meaning of all histories: a displacement (mindlin) and a force (mindlin/force) have the same size.
  [[nodiscard]] std::uint32_t history_hash() const;

 private:
  int types_ = 0;
  std::vector<TypePair> pairs_;    // [index(i, j)]
  std::vector<char> given_;        // whether pair_coeff has set the pair of types
  // Computed once for given settings: with many types it takes longer than the set-up of a run.
  mutable std::optional<std::uint32_t> history_hash_;

  [[nodiscard]] std::size_t index(int i, int j) const
  {
    return static_cast<std::size_t>(i < j ? i : j) * (types_ + 1) + (i < j ? j : i);
  }
};

}    // namespace granular_srt
