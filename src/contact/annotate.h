#pragma once

/// Marks every function of src/contact and src/barostat: inline, and callable on a GPU where a GPU compiler reads it.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define GRANULAR_SRT_FN __host__ __device__ inline
#else
#define GRANULAR_SRT_FN inline
#endif

/// Marks a loop into which all called functions are inlined. Otherwise lanes would be spilled to memory around each
/// law. Not with a sanitizer, whose checks would make the function huge. GPU compilers inline anyway.
#if defined(__SANITIZE_ADDRESS__) || defined(__CUDACC__) || defined(__HIPCC__)
#define GRANULAR_SRT_FLATTEN
#else
#define GRANULAR_SRT_FLATTEN [[gnu::flatten]]
#endif
