// Compiled for AVX2. Every function here is a template on Lanes<4> or is inlined into one, so that no function
// that the rest of the plugin shares is compiled with instructions that an older processor lacks.

#include "instruction_set.h"

namespace granular_srt::detail {

// Two registers side by side: one contact is a long chain of dependent operations, and two chains hide its latency.
constinit const InstructionSet avx2_set =
    instruction_set_of<contact::Twin<contact::Lanes<4>>>("eight at a time, with AVX2");

}    // namespace granular_srt::detail
