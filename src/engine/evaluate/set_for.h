#pragma once

#include "instruction_set.h"

namespace granular_srt {

/// `set`, or the scalar set for few contacts or spheres, for which a register of eight takes longer. The bits are the
/// same.
inline const InstructionSet &set_for(int items, const InstructionSet &set)
{
  constexpr int few = 2;
  return items <= few ? detail::scalar_set : set;
}

}    // namespace granular_srt
