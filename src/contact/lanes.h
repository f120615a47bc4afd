#pragma once

#include "cube_root.h"

#include <cstdint>

#ifndef __CUDACC__
#if defined(__AVX512DQ__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif
#endif

namespace granular_srt::contact {

/// Vector types of the compiler with n numbers.
template <int n> struct Registers {
  typedef double Values __attribute__((vector_size(8 * n)));
  typedef std::int64_t Bits __attribute__((vector_size(8 * n)));
  typedef std::uint64_t UnsignedBits __attribute__((vector_size(8 * n)));
  typedef double Unaligned __attribute__((vector_size(8 * n), aligned(8)));
};

/// One bit per lane, from lanes in which all or no bits are set. With a loop compilers would move each lane separately.
template <int n> unsigned one_bit_a_lane(typename Registers<n>::Bits lanes)
{
#ifndef __CUDACC__
#ifdef __AVX512DQ__
  if constexpr (n == 8) return _mm512_movepi64_mask((__m512i)lanes);
#endif
#ifdef __AVX2__
  if constexpr (n == 4) return static_cast<unsigned>(_mm256_movemask_pd((__m256d)lanes));
#endif
#if defined(__SSE2__)
  if constexpr (n == 2) return static_cast<unsigned>(_mm_movemask_pd((__m128d)lanes));
#elif defined(__ARM_NEON) && defined(__aarch64__)
  if constexpr (n == 2)
    return static_cast<unsigned>(vaddvq_u64(vandq_u64((uint64x2_t)lanes, uint64x2_t{1, 2})));
#endif
#endif
  unsigned bits = 0;
  for (int lane = 0; lane < n; ++lane) bits |= (lanes[lane] ? 1u : 0u) << lane;
  return bits;
}

/// Several doubles that can be the Real of every law, one contact per lane: a SIMD register (GCC and Clang
/// vector extension) with the operations that real.h requires. Each operation rounds like the same operation on double,
/// so that a lane has the same bits as a scalar evaluation. If the processor lacks this width, narrower registers
/// emulate it.
template <int n> class Lanes {
 public:
  static constexpr int count = n;
  using Values = typename Registers<n>::Values;
  using Bits = typename Registers<n>::Bits;
  using Unaligned = typename Registers<n>::Unaligned;    ///< the same anywhere in memory

  Lanes() = default;
  explicit Lanes(double x) : v_{x - Values{}} {}    // x - 0.0 is x, for -0.0 and NaN too
  explicit Lanes(Values v) : v_{v} {}

  double operator[](int lane) const { return v_[lane]; }
  [[nodiscard]] Values values() const { return v_; }

  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v_ + b.v_); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v_ - b.v_); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v_ * b.v_); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v_ / b.v_); }
  friend Lanes operator-(Lanes a) { return Lanes(-a.v_); }

  /// A condition per lane: all bits of a lane are set where it holds.
  struct Condition {
    Bits bits;
  };
  friend Condition operator<(Lanes a, Lanes b) { return {a.v_ < b.v_}; }
  friend Condition operator>(Lanes a, Lanes b) { return {a.v_ > b.v_}; }

  friend Lanes select(Condition c, Lanes a, Lanes b) { return Lanes(c.bits ? a.v_ : b.v_); }
  friend Condition both(Condition a, Condition b) { return {a.bits & b.bits}; }

  /// Where it holds: one bit a lane.
  friend unsigned lanes_where(Condition c) { return one_bit_a_lane<n>(c.bits); }
  /// Whether it holds in all lanes.
  friend bool all(Condition c) { return lanes_where(c) == (1u << n) - 1u; }

  /// Always: a branch on the needs of some contacts is mispredicted too often to save time.
  friend bool needed(Condition) { return true; }

  friend Lanes sqrt(Lanes a)
  {
    return of([&](int lane) { return std::sqrt(a.v_[lane]); });
  }
  friend Lanes fabs(Lanes a) { return Lanes((Values)((Bits)a.v_ & INT64_MAX)); }
  friend Lanes guess_of_inverse_cube_root(Lanes a)
  {
    using UnsignedBits = typename Registers<n>::UnsignedBits;
    const Lanes half((Values)((UnsignedBits)a.v_ >> 32 | CubeRootGuess::whole_bits));
    return Lanes((Values)((UnsignedBits)CubeRootGuess::from(half).v_ << 32));
  }

 private:
  // mutable: otherwise GCC keeps const structures of them in memory, because they count as read-only
  mutable Values v_;

  template <class F> static Lanes of(F f)
  {
    Lanes out;
    for (int lane = 0; lane < n; ++lane) out.v_[lane] = f(lane);
    return out;
  }
};

/// Two registers. The chain of dependent operations of one contact is long; two interleaved chains hide part of its
/// latency.
template <class Half> class Twin {
 public:
  static constexpr int count = 2 * Half::count;
  Half first, second;

  Twin() = default;
  explicit Twin(double x) : first{x}, second{x} {}
  Twin(Half a, Half b) : first{a}, second{b} {}

  double operator[](int lane) const { return lane < Half::count ? first[lane] : second[lane - Half::count]; }

  friend Twin operator+(Twin a, Twin b) { return {a.first + b.first, a.second + b.second}; }
  friend Twin operator-(Twin a, Twin b) { return {a.first - b.first, a.second - b.second}; }
  friend Twin operator*(Twin a, Twin b) { return {a.first * b.first, a.second * b.second}; }
  friend Twin operator/(Twin a, Twin b) { return {a.first / b.first, a.second / b.second}; }
  friend Twin operator-(Twin a) { return {-a.first, -a.second}; }

  struct Condition {
    typename Half::Condition first, second;
  };
  friend Condition operator<(Twin a, Twin b) { return {a.first < b.first, a.second < b.second}; }
  friend Condition operator>(Twin a, Twin b) { return {a.first > b.first, a.second > b.second}; }
  friend Condition both(Condition a, Condition b)
  {
    return {both(a.first, b.first), both(a.second, b.second)};
  }
  friend unsigned lanes_where(Condition c)
  {
    return lanes_where(c.first) | lanes_where(c.second) << Half::count;
  }
  friend bool all(Condition c) { return all(both(c.first, c.second)); }
  friend bool needed(Condition) { return true; }

  friend Twin select(Condition c, Twin a, Twin b)
  {
    return {select(c.first, a.first, b.first), select(c.second, a.second, b.second)};
  }
  friend Twin sqrt(Twin a) { return {sqrt(a.first), sqrt(a.second)}; }
  friend Twin fabs(Twin a) { return {fabs(a.first), fabs(a.second)}; }
  friend Twin guess_of_inverse_cube_root(Twin a)
  {
    return {guess_of_inverse_cube_root(a.first), guess_of_inverse_cube_root(a.second)};
  }
};

/// Number of contacts in a Real: 1, or the lanes.
template <class Real> inline constexpr int lanes_in = 1;
template <int n> inline constexpr int lanes_in<Lanes<n>> = n;
template <class Half> inline constexpr int lanes_in<Twin<Half>> = Twin<Half>::count;

}    // namespace granular_srt::contact
