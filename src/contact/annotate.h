#pragma once

/// Marks every function of src/contact: inline, and callable on a GPU where a GPU compiler reads it.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define GRANULAR_SRT_FN __host__ __device__ inline
#else
#define GRANULAR_SRT_FN inline
#endif
