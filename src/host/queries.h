#pragma once

// What LAMMPS does not tell by itself.

#include "atom.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair_hybrid.h"
#include "update.h"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace granular_srt {

/// Access to the protected sub-styles of pair hybrid.
struct HybridStyles : LAMMPS_NS::PairHybrid {
  static auto members()
  {
    return std::tuple{&HybridStyles::nstyles, &HybridStyles::styles, &HybridStyles::keywords};
  }
};

/// Calls task(pair, number) for the pair style, or for each sub-style of a hybrid one.
template <class Task> void for_each_pair_style(const LAMMPS_NS::LAMMPS *lmp, Task task)
{
  const auto [count, styles, keywords] = HybridStyles::members();
  if (const auto *hybrid = dynamic_cast<const LAMMPS_NS::PairHybrid *>(lmp->force->pair))
    for (int i = 0; i < hybrid->*count; ++i) task((hybrid->*styles)[i], i);
  else if (lmp->force->pair)
    task(lmp->force->pair, 0);
}

/// Name of the pair style, or of the sub-style of this number.
inline std::string_view name_of_pair_style(const LAMMPS_NS::LAMMPS *lmp, int number)
{
  const auto [count, styles, keywords] = HybridStyles::members();
  const auto *hybrid = dynamic_cast<const LAMMPS_NS::PairHybrid *>(lmp->force->pair);
  return hybrid ? (hybrid->*keywords)[number] : lmp->force->pair_style;
}

/// Calls task(style) for each of these that is of a class.
template <class Style, class Task> void for_each_pair_of(const LAMMPS_NS::LAMMPS *lmp, Task task)
{
  for_each_pair_style(lmp, [&](LAMMPS_NS::Pair *pair, int) {
    if (auto *style = dynamic_cast<Style *>(pair)) task(*style);
  });
}

/// Calls task(id, style, used) for the fixes with data of particles in the restart file that was read, in the order of
/// these data, until the first run. used: LAMMPS warns of data of which this is 0.
template <class Task> void for_each_fix_in_file(const LAMMPS_NS::Modify &modify, Task task)
{
  // Access to this protected list.
  struct FixesInFile : LAMMPS_NS::Modify {
    static auto members()
    {
      return std::tuple{&FixesInFile::id_restart_peratom, &FixesInFile::style_restart_peratom,
                        &FixesInFile::used_restart_peratom};
    }
  };
  const auto [id, style, used] = FixesInFile::members();
  for (int k = 0; k < modify.nfix_restart_peratom; ++k)
    task(std::string((modify.*id)[k]), std::string((modify.*style)[k]), (modify.*used)[k]);
}

/// Number of LAMMPS' bins for the sorting of particles: with one bin it does not sort.
inline int sort_bins(const LAMMPS_NS::Atom &atom)
{
  // Access to this protected member.
  struct SortingAtoms : LAMMPS_NS::Atom {
    static auto bins() { return &SortingAtoms::nbins; }
  };
  return atom.*SortingAtoms::bins();
}

/// Least distance of two images of a particle, or less: the least width of the box across periodic faces [length].
/// Infinite without such faces.
/// \param all_faces  as if all faces were periodic
inline double least_period(const LAMMPS_NS::LAMMPS *lmp, bool all_faces = false)
{
  const LAMMPS_NS::Domain &domain = *lmp->domain;
  double width[3] = {domain.xprd, domain.yprd, domain.zprd};
  if (domain.triclinic) {
    const double *inverse = domain.h_inv;
    width[0] = 1.0 / std::hypot(inverse[0], inverse[5], inverse[4]);
    width[1] = 1.0 / std::hypot(inverse[1], inverse[3]);
  }
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < domain.dimension; ++k)
    if (all_faces || domain.periodicity[k]) least = std::min(least, width[k]);
  return least;
}

/// Whether springs of contacts advance in this force computation: not in a setup, nor in a minimization.
inline bool is_time_step(const LAMMPS_NS::Update &update)
{
  return update.setupflag == 0 && update.whichflag == 1;
}

/// For loops whose body may ask for the list too: LAMMPS then makes it anew and frees the old one.
inline std::vector<LAMMPS_NS::Fix *> copy_of_fixes(LAMMPS_NS::Modify &modify)
{
  return modify.get_fix_list();
}

/// Whether a fix may change diameters, masses or types of particles in a run.
inline bool particles_may_change(const LAMMPS_NS::LAMMPS *lmp)
{
  const auto &fixes = lmp->modify->get_fix_list();
  return std::any_of(fixes.begin(), fixes.end(), [](const LAMMPS_NS::Fix *fix) {
    return fix->diam_flag || std::string_view(fix->style) == "set";
  });
}

/// Mean diameter of all atoms [length]; 0 if there are none. Collective.
inline double mean_diameter(LAMMPS_NS::LAMMPS *lmp)
{
  const LAMMPS_NS::Atom &atom = *lmp->atom;
  double all[2] = {std::accumulate(atom.radius, atom.radius + atom.nlocal, 0.0),
                   static_cast<double>(atom.nlocal)};
  MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_SUM, lmp->world);
  return all[1] > 0.0 ? 2.0 * all[0] / all[1] : 0.0;
}

}    // namespace granular_srt
