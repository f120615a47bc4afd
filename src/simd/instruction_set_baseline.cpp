#include "instruction_set.h"

#ifdef GRANULAR_SRT_BASELINE
namespace granular_srt::detail {

// Two registers side by side, whose chains of operations do not wait for each other.
constinit const InstructionSet baseline_set =
    instruction_set_of<contact::Twin<contact::Lanes<2>>>("four at a time, with " GRANULAR_SRT_BASELINE);

}    // namespace granular_srt::detail
#endif
