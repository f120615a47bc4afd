#pragma once

#include "lane_access.h"

#if defined(__AVX512DQ__) || defined(__AVX__)
#include <immintrin.h>
#endif

namespace granular_srt {

/// Bit k is set where the condition holds in lane k.
inline unsigned lane_bits(bool condition)
{
  return condition ? 1u : 0u;
}

template <class Condition>
  requires requires(Condition c) { c.bits; }
unsigned lane_bits(Condition condition)
{
  constexpr int lanes = sizeof(condition.bits) / sizeof(condition.bits[0]);
#ifdef __AVX512DQ__
  if constexpr (lanes == 8) return _mm512_movepi64_mask((__m512i)condition.bits);
#endif
#ifdef __AVX__
  if constexpr (lanes == 4) return static_cast<unsigned>(_mm256_movemask_pd((__m256d)condition.bits));
#endif
  unsigned bits = 0;
  for (int lane = 0; lane < lanes; ++lane) bits |= (condition.bits[lane] ? 1u : 0u) << lane;
  return bits;
}

template <class Condition>
  requires requires(Condition c) { c.second.bits; }
unsigned lane_bits(Condition condition)
{
  constexpr int half = sizeof(condition.first.bits) / sizeof(condition.first.bits[0]);
  return lane_bits(condition.first) | lane_bits(condition.second) << half;
}

}    // namespace granular_srt
