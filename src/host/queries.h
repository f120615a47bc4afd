#pragma once

// What LAMMPS does not tell by itself.

#include "atom.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair_hybrid.h"

#include <mpi.h>

#include <numeric>
#include <string>

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

/// Calls task(style) for each of these that is of a class.
template <class Style, class Task> void for_each_pair_of(const LAMMPS_NS::LAMMPS *lmp, Task task)
{
  for_each_pair_style(lmp, [&](LAMMPS_NS::Pair *pair, int) {
    if (auto *style = dynamic_cast<Style *>(pair)) task(*style);
  });
}

/// Calls task(id, style) for the fixes with data of particles in the restart file that was read, until the first run.
template <class Task> void for_each_fix_in_file(const LAMMPS_NS::Modify &modify, Task task)
{
  // Access to this protected list.
  struct FixesInFile : LAMMPS_NS::Modify {
    static const char *id(const Modify &modify, int k)
    {
      return (modify.*(&FixesInFile::id_restart_peratom))[k];
    }
    static const char *style(const Modify &modify, int k)
    {
      return (modify.*(&FixesInFile::style_restart_peratom))[k];
    }
  };
  for (int k = 0; k < modify.nfix_restart_peratom; ++k)
    task(std::string(FixesInFile::id(modify, k)), std::string(FixesInFile::style(modify, k)));
}

/// Mean diameter of all atoms [length]; 0 if there are none. Collective.
inline double mean_diameter(LAMMPS_NS::LAMMPS *lmp)
{
  const LAMMPS_NS::Atom &atom = *lmp->atom;
  double own[2] = {std::accumulate(atom.radius, atom.radius + atom.nlocal, 0.0),
                   static_cast<double>(atom.nlocal)};
  double all[2];
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, lmp->world);
  return all[1] > 0.0 ? 2.0 * all[0] / all[1] : 0.0;
}

}    // namespace granular_srt
