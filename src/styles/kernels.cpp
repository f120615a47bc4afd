#include "kernels.h"

#include "error.h"
#include "pointers.h"

#include <cstdlib>
#include <string>

namespace granular_srt {

const Kernels &kernels(bool wide)
{
#ifdef GRANULAR_SRT_AVX2
  if (wide && __builtin_cpu_supports("avx2")) return detail::avx2_kernels;
#endif
  return detail::scalar_kernels;
}

bool wide_instructions_wanted(LAMMPS_NS::LAMMPS *lmp)
{
  const char *wish = std::getenv("GRANULAR_SRT_SIMD");
  if (!wish) return true;
  if (std::string(wish) != "on" && std::string(wish) != "off")
    lmp->error->all(FLERR, "Illegal environment variable GRANULAR_SRT_SIMD value {}: must be on or off",
                    wish);
  return std::string(wish) == "on";
}

}    // namespace granular_srt
