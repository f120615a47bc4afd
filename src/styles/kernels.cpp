#include "kernels.h"

#include "error.h"
#include "pointers.h"

#include <cstdlib>
#include <string>

namespace granular_srt {

const Kernels &kernels(LAMMPS_NS::LAMMPS *lmp)
{
  const char *given = std::getenv("GRANULAR_SRT_SIMD");
  const std::string wish = given ? given : "on";
  if (wish != "on" && wish != "off")
    lmp->error->all(FLERR, "Illegal environment variable GRANULAR_SRT_SIMD value {}: must be on or off",
                    wish);
#ifdef GRANULAR_SRT_AVX2
  if (wish == "on" && __builtin_cpu_supports("avx2")) return detail::avx2_kernels;
#endif
  return detail::scalar_kernels;
}

}    // namespace granular_srt
