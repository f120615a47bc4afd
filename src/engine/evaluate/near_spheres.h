#pragma once

#include "lane_access.h"

#include <bit>
#include <cstdint>

namespace granular_srt {

/// Spheres in the order of the cells of a grid, in single precision. Each array has most_lanes further entries with
/// arbitrary values, because a register may read beyond the last sphere.
struct SortedSpheres {
  static constexpr int most_lanes = 16;
  const float *x, *y, *z;    ///< centers [length]
  const float *radius;       ///< [length]
};

/// Consecutive spheres first ... last - 1.
struct SphereRange {
  int first, last;
};

/// Finds the spheres of several ranges whose surface is less than `reach` from a point. Returns their number.
/// \param x, reach  [length]
/// \param found  their indices, in the order of the ranges; has memory for all spheres of the ranges and most_lanes more
using FindNear = int (*)(const SortedSpheres &spheres, const SphereRange *ranges, int range_count,
                         const Vec3<float> &x, float reach, int *found);

namespace detail {

  /// Vector types of the compiler with n numbers of single precision.
  template <int n> struct FloatRegisters {
    typedef float Values __attribute__((vector_size(4 * n)));
    typedef float Unaligned __attribute__((vector_size(4 * n), aligned(4)));
    typedef std::int32_t Bits __attribute__((vector_size(4 * n)));
  };

  /// n numbers of single precision.
  template <int n> struct Floats {
    using Values = typename FloatRegisters<n>::Values;
    using Unaligned = typename FloatRegisters<n>::Unaligned;
    using Bits = typename FloatRegisters<n>::Bits;
    Values values;

    explicit Floats(float x) : values{x - Values{}} {}
    explicit Floats(Values v) : values{v} {}
    explicit Floats(const float *p) : values{*reinterpret_cast<const Unaligned *>(p)} {}

    friend Floats operator+(Floats a, Floats b) { return Floats(a.values + b.values); }
    friend Floats operator-(Floats a, Floats b) { return Floats(a.values - b.values); }
    friend Floats operator*(Floats a, Floats b) { return Floats(a.values * b.values); }

    /// Bit k is set where lane k of a is less than that of b.
    friend unsigned less(Floats a, Floats b)
    {
      Bits condition = a.values < b.values;    // not const: GCC's sanitizers then read other memory
#if defined(__AVX512DQ__) && !defined(__CUDACC__)
      if constexpr (n == 16) return _mm512_movepi32_mask((__m512i)condition);
#endif
#if defined(__AVX2__) && !defined(__CUDACC__)
      if constexpr (n == 8) return static_cast<unsigned>(_mm256_movemask_ps((__m256)condition));
#endif
#if defined(__SSE2__) && !defined(__CUDACC__)
      if constexpr (n == 4) return static_cast<unsigned>(_mm_movemask_ps((__m128)condition));
#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(__CUDACC__)
      if constexpr (n == 4) return vaddvq_u32(vandq_u32((uint32x4_t)condition, uint32x4_t{1, 2, 4, 8}));
#endif
      unsigned bits = 0;
      for (int lane = 0; lane < n; ++lane) bits |= (condition[lane] ? 1u : 0u) << lane;
      return bits;
    }
  };

  template <> struct Floats<1> {
    float value;

    explicit Floats(float x) : value{x} {}
    explicit Floats(const float *p) : value{*p} {}

    friend Floats operator+(Floats a, Floats b) { return Floats(a.value + b.value); }
    friend Floats operator-(Floats a, Floats b) { return Floats(a.value - b.value); }
    friend Floats operator*(Floats a, Floats b) { return Floats(a.value * b.value); }
    friend unsigned less(Floats a, Floats b) { return a.value < b.value ? 1u : 0u; }
  };

  /// Number type of single precision that fills a register of a Real.
  template <class Real> inline constexpr int float_lanes = 1;
  template <int n> inline constexpr int float_lanes<Lanes<n>> = 2 * n;
  template <class Half> inline constexpr int float_lanes<Twin<Half>> = float_lanes<Half>;

  template <class Real>
  GRANULAR_SRT_FLATTEN int find_near(const SortedSpheres &spheres, const SphereRange *ranges, int range_count,
                                     const Vec3<float> &x, float reach, int *found)
  {
    constexpr int n = float_lanes<Real>;
    using Many = Floats<n>;
    const SortedSpheres all = spheres;    // a copy stays in registers
    const Many center_x(x.x), center_y(x.y), center_z(x.z), from_center(reach);
    int *next = found;
    for (const SphereRange *range = ranges; range != ranges + range_count; ++range)
      for (int k = range->first; k < range->last; k += n) {
        const Many dx = Many(all.x + k) - center_x, dy = Many(all.y + k) - center_y,
                   dz = Many(all.z + k) - center_z;
        const Many farthest = from_center + Many(all.radius + k);
        unsigned bits = less(dx * dx + dy * dy + dz * dz, farthest * farthest);
        if (range->last - k < n) bits &= (1u << (range->last - k)) - 1u;
#if defined(__AVX512F__) && !defined(__CUDACC__)
        if constexpr (n == 16) {    // without a branch for each sphere
          const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
          _mm512_storeu_si512(
              next, _mm512_maskz_compress_epi32(bits, _mm512_add_epi32(lanes, _mm512_set1_epi32(k))));
          next += std::popcount(bits);
          bits = 0;
        }
#endif
        for (; bits; bits &= bits - 1u) *next++ = k + std::countr_zero(bits);
      }
    return static_cast<int>(next - found);
  }

}    // namespace detail
}    // namespace granular_srt
