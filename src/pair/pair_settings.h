#pragma once

#include "run_options.h"

#include "models/model_spec.h"

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

  /// History of a contact: each axis has as many doubles as its largest model needs.
  [[nodiscard]] contact::HistoryLayout history_layout() const;
  /// Hash of the meaning of all histories: a displacement (mindlin) and a force (mindlin/force) have the same size.
  [[nodiscard]] std::uint32_t history_hash() const;
  /// All settings in words.
  [[nodiscard]] std::string text() const;

 private:
  int types_ = 0;
  std::vector<TypePair> pairs_;    // [index(i, j)]
  std::vector<char> given_;        // whether pair_coeff has set the pair of types
  // Computed once for given settings: with many types they take longer than the set-up of a run.
  mutable std::string models_text_;    // empty if not known
  mutable std::optional<std::uint32_t> history_hash_;

  [[nodiscard]] std::size_t index(int i, int j) const
  {
    return static_cast<std::size_t>(i < j ? i : j) * (types_ + 1) + (i < j ? j : i);
  }
};

}    // namespace granular_srt
