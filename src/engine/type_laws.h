#pragma once

#include "contact/contact.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace granular_srt {

/// Contact laws of all pairs of atom types. Pairs of types with equal coefficients share a law: their contacts are
/// evaluated together.
class TypeLaws {
 public:
  static constexpr int none = -1;

  /// No pair of types has a law.
  /// \param types  number of atom types, which are 1 ... types
  explicit TypeLaws(int types = 0) :
      stride_{types + 1}, index_of_(static_cast<std::size_t>(stride_) * stride_, none)
  {
  }

  /// Index of a law in all(); none if it was not added.
  [[nodiscard]] int find(const contact::AnyContact &law) const
  {
    const auto found = std::ranges::find(laws_, law);
    return found == laws_.end() ? none : static_cast<int>(found - laws_.begin());
  }
  /// \param swap_factors  factors of the doubles of a history, when its two partners change roles
  /// \return index of the law in all()
  int add(const contact::AnyContact &law, const std::vector<double> &swap_factors)
  {
    laws_.push_back(law);
    swap_factors_.push_back(swap_factors);
    needs_means_ = needs_means_ || contact::uses_means(law);
    return static_cast<int>(laws_.size()) - 1;
  }
  /// Gives a pair of types the law with this index.
  void set(int type_i, int type_j, int index)
  {
    index_of_[type_i * stride_ + type_j] = index_of_[type_j * stride_ + type_i] = index;
  }

  [[nodiscard]] const std::vector<contact::AnyContact> &all() const { return laws_; }
  /// Index of the law of a pair of types in all(); none if pair_style hybrid has given the pair to another style.
  [[nodiscard]] int index_of(int type_i, int type_j) const { return laws_with(type_i)[type_j]; }
  /// [type_j] index of the law of a type with each other type.
  [[nodiscard]] const int *laws_with(int type_i) const { return index_of_.data() + type_i * stride_; }
  /// [type_i * stride() + type_j] index of the law.
  [[nodiscard]] const std::vector<int> &table() const { return index_of_; }
  [[nodiscard]] int stride() const { return stride_; }
  /// Whether a law reads the mean mass and inertia of its two bodies.
  [[nodiscard]] bool needs_means() const { return needs_means_; }

  /// Factors of the doubles of a history with the law of this index, when its partners change roles.
  [[nodiscard]] const std::vector<double> &swap_factors(int law) const { return swap_factors_[law]; }
  /// Writes the history of a contact as its other partner sees it.
  /// \param law  index
  void swap_partners(const double *history, double *swapped, int law) const
  {
    const std::vector<double> &factors = swap_factors(law);
    for (std::size_t k = 0; k < factors.size(); ++k) swapped[k] = factors[k] * history[k];
  }

 private:
  int stride_;    // number of types + 1
  std::vector<int> index_of_;
  std::vector<contact::AnyContact> laws_;
  std::vector<std::vector<double>> swap_factors_;    // [law][k]
  bool needs_means_ = false;
};

}    // namespace granular_srt
