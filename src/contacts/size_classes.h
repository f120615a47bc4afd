#pragma once

#include <cstdint>
#include <vector>

namespace granular_srt {

/// Spheres in classes of similar sizes, from the finest (0) to the coarsest. In a class no sphere is much more than twice
/// as large as another one; sizes up to a ratio of two are one class.
class SizeClasses {
 public:
  /// \param gap  smallest limit of gaps that pairs are listed with [length]. Spheres that are small compared with it are
  ///             one class.
  void choose(const double *radius, int count, double smallest, double largest, double gap);

  [[nodiscard]] int count() const { return static_cast<int>(largest_.size()); }
  /// Largest radius of a class [length].
  [[nodiscard]] double largest(int of_class) const { return largest_[of_class]; }
  /// \param radius  one of those that the classes were chosen from
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
