#include "instruction_set.h"

namespace granular_srt {

std::vector<NamedInstructionSet> instruction_sets()
{
  std::vector<NamedInstructionSet> here;
#ifdef GRANULAR_SRT_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    here.push_back({"avx512", &detail::avx512::set});
#endif
#ifdef GRANULAR_SRT_AVX2
  if (__builtin_cpu_supports("avx2")) here.push_back({"avx2", &detail::avx2::set});
#endif
#if defined(__SSE2__)
  here.push_back({"sse2", &detail::baseline::set});
#elif defined(__ARM_NEON) && defined(__aarch64__)
  here.push_back({"neon", &detail::baseline::set});
#endif
  here.push_back({"off", &detail::scalar::set});
  return here;
}

}    // namespace granular_srt
