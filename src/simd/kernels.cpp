#include "kernels.h"

#include "error.h"
#include "pointers.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace granular_srt {
namespace {

  struct Choice {
    std::string name;         // as a value of GRANULAR_SRT_SIMD
    const Kernels *kernels;
  };

  // What this build and this processor have, the widest first.
  std::vector<Choice> choices()
  {
    std::vector<Choice> found;
#ifdef GRANULAR_SRT_AVX512
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      found.push_back({"avx512", &detail::avx512_kernels});
#endif
#ifdef GRANULAR_SRT_AVX2
    if (__builtin_cpu_supports("avx2")) found.push_back({"avx2", &detail::avx2_kernels});
#endif
    found.push_back({"off", &detail::scalar_kernels});
    return found;
  }

}    // namespace

const Kernels &kernels(LAMMPS_NS::LAMMPS *lmp)
{
  const char *given = std::getenv("GRANULAR_SRT_SIMD");
  const std::string wish = given ? given : "on";
  const std::vector<Choice> here = choices();
  if (wish == "on") return *here.front().kernels;
  std::string allowed = "on";
  for (const Choice &choice : here) {
    if (wish == choice.name) return *choice.kernels;
    allowed += ", " + choice.name;
  }
  lmp->error->all(FLERR, "Illegal environment variable GRANULAR_SRT_SIMD value {}: can be {} here", wish, allowed);
}

}    // namespace granular_srt
