// Compiled for AVX-512. Every function here is a template on Lanes<8> or is inlined into one, so that no function
// that the rest of the plugin shares is compiled with instructions that another processor lacks.

#include "instruction_set.h"
#include "set_registers.h"

namespace granular_srt::detail {

constinit const InstructionSet avx512_set =
    instruction_set_of<Avx512Real>("eight at a time, with AVX-512", avx512_account);

}    // namespace granular_srt::detail
