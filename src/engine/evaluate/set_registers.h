#pragma once

#include "contact/lanes.h"

namespace granular_srt::detail {

// Number types with which the instruction sets evaluate contacts. Two registers: one contact is a long chain of
// dependent operations, and two chains hide its latency.
using BaselineReal = contact::Twin<contact::Lanes<2>>;
using Avx2Real = contact::Twin<contact::Lanes<4>>;
// One register, not two: the laws fill all 32 registers.
using Avx512Real = contact::Lanes<8>;

}    // namespace granular_srt::detail
