#pragma once

#include <cstdint>
#include <vector>

namespace granular_srt {

/// Size classes of spheres, from the finest (0) to the coarsest. Sizes within a class differ by little more than a
/// factor of two; sizes with a ratio of at most two are one class.
class SizeClasses {
 public:
  /// \param gap  smallest limit of the gaps of listed pairs [length]. Spheres that are small compared with it are one
  ///             class.
  void choose(const double *radius, int count, double smallest, double largest, double gap);

  [[nodiscard]] int count() const { return static_cast<int>(largest_.size()); }
  /// Largest radius of a class [length].
  [[nodiscard]] double largest(int of_class) const { return largest_[of_class]; }
  /// \param radius  one of the radii from which the classes were chosen
  [[nodiscard]] int class_of(double radius) const
  {
    return count() == 1 ? 0 : class_of_bin_[bin(radius) - first_bin_];
  }

 private:
  double extra_ = 0.0;               // half of the gap [length]
  std::vector<double> largest_;      // [class]
  std::uint32_t first_bin_ = 0;      // of the smallest sphere
  std::vector<int> class_of_bin_;    // [bin - first_bin_]

  [[nodiscard]] std::uint32_t bin(double radius) const;
};

}    // namespace granular_srt
