#include "instruction_set.h"

#include "models/environment.h"

#include <string>
#include <vector>

namespace granular_srt {
namespace {

  struct Choice {
    std::string name;    // value of GRANULAR_SRT_SIMD
    const InstructionSet *set;
  };

  // The instruction sets of this build and this processor, the widest first.
  std::vector<Choice> choices()
  {
    std::vector<Choice> found;
#ifdef GRANULAR_SRT_AVX512
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      found.push_back({"avx512", &detail::avx512_set});
#endif
#ifdef GRANULAR_SRT_AVX2
    if (__builtin_cpu_supports("avx2")) found.push_back({"avx2", &detail::avx2_set});
#endif
#if defined(__SSE2__)
    found.push_back({"sse2", &detail::baseline_set});
#elif defined(GRANULAR_SRT_BASELINE)
    found.push_back({"neon", &detail::baseline_set});
#endif
    found.push_back({"off", &detail::scalar_set});
    return found;
  }

}    // namespace

const InstructionSet &instruction_set(LAMMPS_NS::LAMMPS *lmp)
{
  const std::vector<Choice> available = choices();
  std::vector<std::string> allowed{"on"};
  for (const Choice &choice : available) allowed.push_back(choice.name);
  const std::string wanted = environment_choice(lmp, "GRANULAR_SRT_SIMD", allowed);
  for (const Choice &choice : available)
    if (wanted == choice.name) return *choice.set;
  return *available.front().set;
}

}    // namespace granular_srt
