// Compiled for AVX2. Everything here is a template on Lanes<4> or inlined into one, so that no function
// shared with the rest of the plugin is compiled with instructions that an older processor lacks.

#include "kernels.h"

namespace granular_srt::detail {

constinit const Kernels avx2_kernels =
    kernels_of<contact::Twin<contact::Lanes<4>>>("eight at a time, with AVX2");

}    // namespace granular_srt::detail
