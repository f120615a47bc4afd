// The mark of every function of the barostat: callable on the host, and on a GPU where the
// compiler of one reads this file.

#ifndef GRANULAR_SRT_BAROSTAT_ANNOTATE_H
#define GRANULAR_SRT_BAROSTAT_ANNOTATE_H

#if defined(__CUDACC__) || defined(__HIPCC__)
#define GRANULAR_SRT_BAROSTAT_FN __host__ __device__ inline
#else
#define GRANULAR_SRT_BAROSTAT_FN inline
#endif

#endif
