// Compiled for AVX-512. Every function here is a template on Lanes<8> or is inlined into one, so that no function
// that the rest of the plugin shares is compiled with instructions that another processor lacks.

#include "instruction_set.h"

namespace granular_srt::detail {

// One register, not two: the laws fill all 32 registers.
constinit const InstructionSet avx512_set =
    instruction_set_of<contact::Lanes<8>>("eight at a time, with AVX-512");

}    // namespace granular_srt::detail
