#pragma once

#include "contact/contact.h"

#include <cstdint>

namespace support {

/// Four doubles that every law must be able to take for its Real, one contact a lane: the smallest SIMD
/// type with the operations that real.h asks for (GCC and Clang vector extension).
class Pack {
 public:
  static constexpr int lanes = 4;
  using Values = double __attribute__((vector_size(32)));
  using Bits = std::int64_t __attribute__((vector_size(32)));

  Pack() = default;
  explicit Pack(double x) : v_{x, x, x, x} {}
  explicit Pack(Values v) : v_{v} {}

  double operator[](int lane) const { return v_[lane]; }
  void set(int lane, double x) { v_[lane] = x; }

  friend Pack operator+(Pack a, Pack b) { return Pack(a.v_ + b.v_); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.v_ - b.v_); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.v_ * b.v_); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.v_ / b.v_); }
  friend Pack operator-(Pack a) { return Pack(-a.v_); }

  /// A condition a lane.
  struct Lanes {
    Bits bits;
  };
  friend Lanes operator<(Pack a, Pack b) { return {a.v_ < b.v_}; }
  friend Lanes operator>(Pack a, Pack b) { return {a.v_ > b.v_}; }

  friend Pack select(Lanes c, Pack a, Pack b) { return Pack(c.bits ? a.v_ : b.v_); }
  friend bool any(Lanes c) { return (c.bits[0] | c.bits[1] | c.bits[2] | c.bits[3]) != 0; }

  friend Pack sqrt(Pack a)
  {
    Pack out;
    for (int lane = 0; lane < lanes; ++lane) out.v_[lane] = std::sqrt(a.v_[lane]);
    return out;
  }
  friend Pack fabs(Pack a) { return Pack((Values) ((Bits) a.v_ & INT64_MAX)); }
  friend Pack cbrt(Pack a)
  {
    Pack out;
    for (int lane = 0; lane < lanes; ++lane) out.v_[lane] = std::cbrt(a.v_[lane]);
    return out;
  }

 private:
  Values v_;
};

}    // namespace support
