#pragma once

/// \file
/// Marks functions of src/barostat for the host and, where a CUDA or HIP compiler reads the file, for the device.

#if defined(__CUDACC__) || defined(__HIPCC__)
#define GRANULAR_SRT_BAROSTAT_FN __host__ __device__ inline
#else
#define GRANULAR_SRT_BAROSTAT_FN inline
#endif
