// Compiled for AVX2. Every function here is a template on Lanes<4> or is inlined into one, so that no function
// that the rest of the plugin shares is compiled with instructions that an older processor lacks.

#include "instruction_set.h"
#include "set_registers.h"

namespace granular_srt::detail {

constinit const InstructionSet avx2_set =
    instruction_set_of<Avx2Real>("eight at a time, with AVX2", avx2_account);

}    // namespace granular_srt::detail
