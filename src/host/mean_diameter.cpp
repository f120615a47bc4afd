#include "mean_diameter.h"

#include "atom.h"
#include "lammps.h"

#include <mpi.h>

#include <numeric>

namespace granular_srt {

double mean_diameter(LAMMPS_NS::LAMMPS *lmp)
{
  const LAMMPS_NS::Atom &atom = *lmp->atom;
  double own[2] = {std::accumulate(atom.radius, atom.radius + atom.nlocal, 0.0),
                   static_cast<double>(atom.nlocal)};
  double all[2];
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, lmp->world);
  return all[1] > 0.0 ? 2.0 * all[0] / all[1] : 0.0;
}

}    // namespace granular_srt
