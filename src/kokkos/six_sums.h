#pragma once

#include "tensor_sum.h"

namespace granular_srt {

using SixSums = TensorSum;

}    // namespace granular_srt
