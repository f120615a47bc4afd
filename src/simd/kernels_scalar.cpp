#include "kernels.h"

namespace granular_srt::detail {

constinit const Kernels scalar_kernels = kernels_of<double>("one at a time");

}    // namespace granular_srt::detail
