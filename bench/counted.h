#pragma once

#include <cmath>

namespace granular_srt::bench {

/// How many operations of each kind have been done with Counted numbers.
struct Operations {
  double add = 0, multiply = 0, divide = 0, square_root = 0;
};

/// A double that counts what is done with it, so that the operations of a contact law are those of
/// its source. Subtractions count as additions; comparisons, signs and selections do not count.
class Counted {
 public:
  static inline Operations done;

  Counted() = default;
  explicit Counted(double value) : value_{value} {}

  friend Counted operator+(Counted a, Counted b) { return ++done.add, Counted(a.value_ + b.value_); }
  friend Counted operator-(Counted a, Counted b) { return ++done.add, Counted(a.value_ - b.value_); }
  friend Counted operator*(Counted a, Counted b) { return ++done.multiply, Counted(a.value_ * b.value_); }
  friend Counted operator/(Counted a, Counted b) { return ++done.divide, Counted(a.value_ / b.value_); }
  friend Counted operator-(Counted a) { return Counted(-a.value_); }
  friend bool operator<(Counted a, Counted b) { return a.value_ < b.value_; }
  friend bool operator>(Counted a, Counted b) { return a.value_ > b.value_; }
  friend Counted select(bool condition, Counted a, Counted b) { return condition ? a : b; }
  friend Counted sqrt(Counted a) { return ++done.square_root, Counted(std::sqrt(a.value_)); }
  friend Counted fabs(Counted a) { return Counted(std::fabs(a.value_)); }

 private:
  double value_ = 0;
};

}    // namespace granular_srt::bench
