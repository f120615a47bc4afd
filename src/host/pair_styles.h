#pragma once

#include "force.h"
#include "lammps.h"
#include "pair_hybrid.h"

namespace granular_srt {

/// Calls task(pair, number) for the pair style, or for each sub-style of a hybrid one.
template <class Task> void for_each_pair_style(const LAMMPS_NS::LAMMPS *lmp, Task task)
{
  // Access to the protected sub-styles of pair hybrid.
  struct HybridStyles : LAMMPS_NS::PairHybrid {
    static int count(const PairHybrid *hybrid) { return hybrid->*(&HybridStyles::nstyles); }
    static LAMMPS_NS::Pair *get(const PairHybrid *hybrid, int i)
    {
      return (hybrid->*(&HybridStyles::styles))[i];
    }
  };
  if (const auto *hybrid = dynamic_cast<const LAMMPS_NS::PairHybrid *>(lmp->force->pair))
    for (int i = 0; i < HybridStyles::count(hybrid); ++i) task(HybridStyles::get(hybrid, i), i);
  else if (lmp->force->pair)
    task(lmp->force->pair, 0);
}

}    // namespace granular_srt
