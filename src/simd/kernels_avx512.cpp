// Compiled for AVX-512. Everything here is a template on Lanes<8> or inlined into one, so that no function
// shared with the rest of the plugin is compiled with instructions that another processor lacks.

#include "kernels.h"

namespace granular_srt::detail {

// one register and not two: the laws fill the 32 that there are
constinit const Kernels avx512_kernels = kernels_of<contact::Lanes<8>>("eight at a time, with AVX-512");

}    // namespace granular_srt::detail
