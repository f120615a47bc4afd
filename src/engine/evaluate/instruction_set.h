#pragma once

#include "compiled_laws.h"
#include "contact_evaluation.h"
#include "moved.h"
#include "near_spheres.h"
#include "overlaps.h"
#include "sphere_passes.h"
#include "wall_evaluation.h"
#include "weight_pass.h"

#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

struct AccountSet;

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
  const AccountSet *account;    ///< loops of the ledger of energy
};

/// An instruction set as the environment variable GRANULAR_SRT_SIMD names it.
struct NamedInstructionSet {
  const char *name;
  const InstructionSet *set;
};

/// The instruction sets that this build and this processor have, the widest first. The last one, "off", is scalar.
std::vector<NamedInstructionSet> instruction_sets();

/// The widest instruction set, or the one that the environment variable GRANULAR_SRT_SIMD names ("on" is the default).
/// \throws LAMMPS error for any name that is not in instruction_sets()
const InstructionSet &instruction_set(LAMMPS_NS::LAMMPS *lmp);

namespace detail {
  template <class Real>
  constexpr InstructionSet instruction_set_of(const char *description, const AccountSet &account)
  {
    return {description,
            contact_evaluations<Real>(CompiledLaws{}),
            wall_evaluations<Real>(CompiledLaws{}),
            any_moved<Real>,
            any_strayed<Real>,
            find_overlaps<Real>,
            find_near<Real>,
            sphere_passes_of<Real>(),
            add_weight<Real>,
            &account};
  }

  // Each is defined in its own source, so that few are recompiled when the ledger changes.
  extern const AccountSet scalar_account, baseline_account, avx2_account, avx512_account;

  // Each is defined in its own source. instruction_sets() lists those of a build.
  extern const InstructionSet scalar_set;    ///< one contact or sphere at a time, for any processor
  extern const InstructionSet
      baseline_set;                        ///< four, with the registers that all processors of this kind have
  extern const InstructionSet avx2_set;    ///< eight, with AVX2
  extern const InstructionSet avx512_set;    ///< eight, with AVX-512 F, DQ and VL
}    // namespace detail

}    // namespace granular_srt
