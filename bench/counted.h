#pragma once

#include <cmath>

namespace granular_srt::bench {

/// How many operations of each kind have been done with Counted numbers.
struct Operations {
  double add = 0, multiply = 0, divide = 0, square_root = 0;
};

/// A double that counts what is done with it, so that the operations of a contact law are those of
/// its source. Subtractions count as additions; comparisons, signs and selections do not count, nor does an addition of the constant
/// -0, which changes no number and is left out by compilers (Motion::by_box).
class Counted {
 public:
  static inline Operations done;

  Counted() = default;
  explicit Counted(double value) : value_{value}, adds_nothing_{value == 0.0 && std::signbit(value)} {}

  friend Counted operator+(Counted a, Counted b)
  {
    if (!b.adds_nothing_) ++done.add;
    return of(a.value_ + b.value_);
  }
  friend Counted operator-(Counted a, Counted b) { return ++done.add, of(a.value_ - b.value_); }
  friend Counted operator*(Counted a, Counted b) { return ++done.multiply, of(a.value_ * b.value_); }
  friend Counted operator/(Counted a, Counted b) { return ++done.divide, of(a.value_ / b.value_); }
  friend Counted operator-(Counted a) { return of(-a.value_); }
  friend bool operator<(Counted a, Counted b) { return a.value_ < b.value_; }
  friend bool operator>(Counted a, Counted b) { return a.value_ > b.value_; }
  friend Counted select(bool condition, Counted a, Counted b) { return condition ? a : b; }
  friend Counted sqrt(Counted a) { return ++done.square_root, of(std::sqrt(a.value_)); }
  friend Counted fabs(Counted a) { return of(std::fabs(a.value_)); }

 private:
  double value_ = 0;
  bool adds_nothing_ = false;    // the constant -0

  static Counted of(double result)
  {
    Counted number;
    number.value_ = result;
    return number;
  }
};

}    // namespace granular_srt::bench
