#include "size_classes.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace granular_srt {
namespace {

  constexpr int bins_in_class = 8;    // a factor of two

}    // namespace

// Exponent and first three bits of the mantissa: eight bins for a factor of two.
std::uint32_t SizeClasses::bin(double radius) const
{
  return std::bit_cast<std::uint32_t>(static_cast<float>(radius + extra_)) >> 20;
}

void SizeClasses::choose(const double *radius, int count, double smallest, double largest, double gap)
{
  extra_ = 0.5 * gap;
  largest_.assign(1, largest);
  if (largest + extra_ <= 2.0 * (smallest + extra_)) return;

  first_bin_ = bin(smallest);
  const std::size_t bins = bin(largest) - first_bin_ + 1;
  constexpr double none = -1.0;
  std::vector<double> largest_of_bin(bins, none);
  for (int i = 0; i < count; ++i) {
    double &of_bin = largest_of_bin[bin(radius[i]) - first_bin_];
    of_bin = std::max(of_bin, radius[i]);
  }
  // from the largest spheres on: each class takes all bins within a factor of two of its first one
  largest_.clear();
  class_of_bin_.assign(bins, 0);
  for (std::size_t left = bins; left > 0;) {
    const std::size_t end = left;
    if (largest_of_bin[end - 1] == none) {
      --left;
      continue;
    }
    left = end > bins_in_class ? end - bins_in_class : 0;
    std::fill(class_of_bin_.begin() + left, class_of_bin_.begin() + end, this->count());
    largest_.push_back(largest_of_bin[end - 1]);
  }
  std::reverse(largest_.begin(), largest_.end());
  for (int &of_bin : class_of_bin_) of_bin = this->count() - 1 - of_bin;
}

}    // namespace granular_srt
