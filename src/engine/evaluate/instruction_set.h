#pragma once

#include "account_set.h"
#include "moved.h"
#include "near_spheres.h"
#include "overlaps.h"
#include "rigid_passes.h"
#include "sphere_passes.h"
#include "wall_evaluation.h"

#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace granular_srt {

/// The loops that take nearly all of the time, compiled for one instruction set. All sets are compiled from the
/// same source and give the same bits.
struct InstructionSet {
  const char *description;    ///< for the log
  const ContactFunctions *contacts;
  const AccountFunctions *accounts;    ///< contacts, in steps in which somebody asks for energies
  const WallFunctions *walls;
  AnyPointMoved any_point_moved;
  FindOverlaps find_overlaps;
  FindNear find_near;
  SpherePasses spheres;
  AddWeight add_weight;
  RigidPasses rigid;
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
  constexpr InstructionSet instruction_set_of(const char *description, const ContactFunctions &contacts,
                                              const AccountFunctions &accounts, const WallFunctions &walls)
  {
    return {description,
            &contacts,
            &accounts,
            &walls,
            any_point_moved<Real>,
            find_overlaps<Real>,
            find_near<Real>,
            {first_half<Real>, second_half<Real>, next_step<Real>, kinetic_stress<Real>},
            add_weight<Real>,
            {move_bodies<Real>, kick_bodies<Real>, place_atoms<Real>, set_atom_velocities<Real>,
             sum_loads<Real>}};
  }

  // Each instruction set is defined in sources of its own, which CMake makes from loops.cpp.in and compiles at the same time.
  // instruction_sets() lists those of a build.

  /// One contact or sphere at a time, for any processor.
  namespace scalar {
    using Real = double;
    constexpr char description[] = "one at a time";
    extern const ContactFunctions contacts;
    extern const AccountFunctions accounts;
    extern const WallFunctions walls;
    extern const InstructionSet set;
  }    // namespace scalar

  // Two registers: one contact is a long chain of dependent operations, and two chains hide its latency.

  /// With the registers that all processors of this kind have.
  namespace baseline {
    using Real = Twin<Lanes<2>>;
#if defined(__SSE2__)
    constexpr char description[] = "four at a time, with SSE2";
#else
    constexpr char description[] = "four at a time, with NEON";
#endif
    extern const ContactFunctions contacts;
    extern const AccountFunctions accounts;
    extern const WallFunctions walls;
    extern const InstructionSet set;
  }    // namespace baseline

  namespace avx2 {
    using Real = Twin<Lanes<4>>;
    constexpr char description[] = "eight at a time, with AVX2";
    extern const ContactFunctions contacts;
    extern const AccountFunctions accounts;
    extern const WallFunctions walls;
    extern const InstructionSet set;
  }    // namespace avx2

  /// AVX-512 F, DQ and VL. One register, not two: the laws fill all 32 registers.
  namespace avx512 {
    using Real = Lanes<8>;
    constexpr char description[] = "eight at a time, with AVX-512";
    extern const ContactFunctions contacts;
    extern const AccountFunctions accounts;
    extern const WallFunctions walls;
    extern const InstructionSet set;
  }    // namespace avx512
}    // namespace detail

/// `set`, or the scalar set for few contacts or spheres, for which a register of eight takes longer. The bits are the
/// same.
inline const InstructionSet &set_for(int items, const InstructionSet &set)
{
  constexpr int few = 2;
  return items <= few ? detail::scalar::set : set;
}

}    // namespace granular_srt
