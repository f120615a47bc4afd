#include "instruction_set.h"
#include "set_registers.h"

// Empty on a processor whose registers of two doubles instruction_sets() does not know.
#if defined(__SSE2__)
#define GRANULAR_SRT_BASELINE "SSE2"
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define GRANULAR_SRT_BASELINE "NEON"
#endif

#ifdef GRANULAR_SRT_BASELINE
namespace granular_srt::detail {

constinit const InstructionSet baseline_set =
    instruction_set_of<BaselineReal>("four at a time, with " GRANULAR_SRT_BASELINE, baseline_account);

}    // namespace granular_srt::detail
#endif
