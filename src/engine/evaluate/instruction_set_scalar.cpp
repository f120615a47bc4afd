#include "instruction_set.h"

namespace granular_srt::detail {

constinit const InstructionSet scalar_set = instruction_set_of<double>("one at a time", scalar_account);

}    // namespace granular_srt::detail
