#pragma once

#include "contact_evaluation.h"
#include "fast_paths.h"
#include "moved.h"
#include "overlaps.h"
#include "sphere_passes.h"
#include "wall_evaluation.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// The loops that take nearly all of the time, compiled for one set of instructions. All sets come from
/// the same source and give the same bits.
struct Kernels {
  const char *name;    ///< for the log
  std::array<Evaluate, KernelLaws::size> evaluate;    ///< one function for each of KernelLaws
  std::array<EvaluateWall, KernelLaws::size> evaluate_wall;    ///< likewise
  Moved moved;
  FindOverlaps find_overlaps;
  SpherePasses spheres;
};

/// The widest that this build and this processor have. The environment variable GRANULAR_SRT_SIMD chooses others:
/// "off" scalar ones, "avx2" or "avx512" those; "on" is the same as not set. Error: any other value, and
/// instructions that the build or the processor has not.
const Kernels &kernels(LAMMPS_NS::LAMMPS *lmp);

namespace detail {
  template <class Real> constexpr Kernels kernels_of(const char *name)
  {
    return {name, evaluations_of<Real>(KernelLaws{}), wall_evaluations_of<Real>(KernelLaws{}), moved<Real>,
            find_overlaps<Real>, sphere_passes_of<Real>()};
  }

  /// One contact or sphere at a time, for any processor.
  extern const Kernels scalar_kernels;

#ifdef GRANULAR_SRT_AVX2
  /// Eight at a time; only for processors with AVX2.
  extern const Kernels avx2_kernels;
#endif

#ifdef GRANULAR_SRT_AVX512
  /// Eight at a time; only for processors with AVX-512 F, DQ and VL.
  extern const Kernels avx512_kernels;
#endif
}    // namespace detail

}    // namespace granular_srt
