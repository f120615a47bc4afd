#include "instruction_set.h"

#include "host/environment.h"

#include <string>

namespace granular_srt {

const InstructionSet &instruction_set(LAMMPS_NS::LAMMPS *lmp)
{
  const std::vector<NamedInstructionSet> available = instruction_sets();
  std::vector<std::string> allowed{"on"};
  for (const NamedInstructionSet &one : available) allowed.emplace_back(one.name);
  const std::string wanted = environment_choice(lmp, "GRANULAR_SRT_SIMD", allowed);
  for (const NamedInstructionSet &one : available)
    if (wanted == one.name) return *one.set;
  return *available.front().set;
}

}    // namespace granular_srt
