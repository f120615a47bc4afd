#pragma once

#include "compiled_laws.h"
#include "contact_evaluation.h"
#include "moved.h"
#include "near_spheres.h"
#include "overlaps.h"
#include "sphere_passes.h"
#include "wall_evaluation.h"
#include "weight_pass.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// The loops that take nearly all of the time, compiled for one instruction set. All sets are compiled from the
/// same source and give the same bits.
struct InstructionSet {
  const char *description;                                               ///< for the log
  std::array<EvaluateContacts, CompiledLaws::size> evaluate_contacts;    ///< one per compiled law
  std::array<EvaluateWall, CompiledLaws::size> evaluate_wall;            ///< one per compiled law
  AnyMoved any_moved;
  AnyStrayed any_strayed;
  FindOverlaps find_overlaps;
  FindNear find_near;
  SpherePasses spheres;
  AddWeight add_weight;
};

/// Name of the instructions on registers of two doubles that all processors of this kind have.
#if defined(__SSE2__)
#define GRANULAR_SRT_BASELINE "SSE2"
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define GRANULAR_SRT_BASELINE "NEON"
#endif

/// The widest instruction set that this build and this processor have, or the one that the environment variable
/// GRANULAR_SRT_SIMD names: "off" (scalar), "sse2" or "neon", "avx2", "avx512"; "on" is the default.
/// \throws LAMMPS error for any other value, and for a set that the build or the processor does not have
const InstructionSet &instruction_set(LAMMPS_NS::LAMMPS *lmp);

namespace detail {
  template <class Real> constexpr InstructionSet instruction_set_of(const char *description)
  {
    return {description,
            contact_evaluations<Real>(CompiledLaws{}),
            wall_evaluations<Real>(CompiledLaws{}),
            any_moved<Real>,
            any_strayed<Real>,
            find_overlaps<Real>,
            find_near<Real>,
            sphere_passes_of<Real>(),
            add_weight<Real>};
  }

  /// One contact or sphere at a time, for any processor.
  extern const InstructionSet scalar_set;

#ifdef GRANULAR_SRT_BASELINE
  /// Four at a time, for any processor of this kind.
  extern const InstructionSet baseline_set;
#endif

#ifdef GRANULAR_SRT_AVX2
  /// Eight at a time, for processors with AVX2.
  extern const InstructionSet avx2_set;
#endif

#ifdef GRANULAR_SRT_AVX512
  /// Eight at a time, for processors with AVX-512 F, DQ and VL.
  extern const InstructionSet avx512_set;
#endif
}    // namespace detail

}    // namespace granular_srt
