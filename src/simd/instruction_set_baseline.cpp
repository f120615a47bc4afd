#include "instruction_set.h"

// Empty on a processor whose registers of two doubles instruction_sets() does not know.
#if defined(__SSE2__)
#define GRANULAR_SRT_BASELINE "SSE2"
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define GRANULAR_SRT_BASELINE "NEON"
#endif

#ifdef GRANULAR_SRT_BASELINE
namespace granular_srt::detail {

// Two registers side by side, whose chains of operations do not wait for each other.
constinit const InstructionSet baseline_set =
    instruction_set_of<contact::Twin<contact::Lanes<2>>>("four at a time, with " GRANULAR_SRT_BASELINE);

}    // namespace granular_srt::detail
#endif
