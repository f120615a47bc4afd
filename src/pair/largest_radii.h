#pragma once

#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// Largest radii of the atoms of each type [length], 0 without atoms. Two atoms of a group without contacts are
/// kept apart from those that move.
class LargestRadii {
 public:
  explicit LargestRadii(int types = 0) : moving_(types + 1, 0.0), frozen_(types + 1, 0.0) {}

  /// Of all atoms, present or to be inserted by fix pour and fix deposit. Collective.
  /// \param freeze_bit  group bit of fix freeze, 0 without
  static LargestRadii of_all(const LAMMPS_NS::LAMMPS *lmp, int freeze_bit);
  /// Adds the first `atoms` atoms of this rank.
  void add(const LAMMPS_NS::LAMMPS *lmp, int atoms, int freeze_bit);

  [[nodiscard]] double of_type(int type) const;
  [[nodiscard]] double of_any() const;
  /// Largest f(r_i, r_j) of two radii > 0 of atoms of these types that may be in contact; 0 without such atoms.
  template <class F> [[nodiscard]] double largest(int i, int j, F f) const
  {
    const auto of = [&](double a, double b) { return a > 0.0 && b > 0.0 ? f(a, b) : 0.0; };
    double found = of(moving_[i], moving_[j]);
    for (const double other : {of(frozen_[i], moving_[j]), of(moving_[i], frozen_[j])})
      found = found < other ? other : found;
    return found;
  }
  /// Largest sum of the radii of a contact of two types.
  [[nodiscard]] double largest_sum(int i, int j) const
  {
    return largest(i, j, [](double a, double b) { return a + b; });
  }

 private:
  std::vector<double> moving_, frozen_;    // [type]
};

}    // namespace granular_srt
