#include "lightest_spheres.h"

#include "atom.h"
#include "lammps.h"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace granular_srt {

std::vector<LightestSphere> lightest_spheres(LAMMPS_NS::LAMMPS *lmp, int group_bit, int freeze_bit)
{
  const LAMMPS_NS::Atom &atom = *lmp->atom;
  const int types = atom.ntypes + 1;
  constexpr double none = std::numeric_limits<double>::infinity();
  // Smallest mass, smallest held radius and smallest negative speed of a type: one reduction for all three.
  std::vector<double> own(3 * types, none), all(own.size());
  for (int i = 0; i < atom.nlocal; ++i) {
    if ((atom.mask[i] & group_bit) == 0) continue;
    double *of_type = own.data() + 3 * atom.type[i];
    if (atom.mask[i] & freeze_bit) {
      of_type[1] = std::min(of_type[1], atom.radius[i]);
    } else {
      of_type[0] = std::min(of_type[0], atom.rmass[i]);
      of_type[2] = std::min(of_type[2], -std::hypot(atom.v[i][0], atom.v[i][1], atom.v[i][2]));
    }
  }
  MPI_Allreduce(own.data(), all.data(), 3 * types, MPI_DOUBLE, MPI_MIN, lmp->world);

  std::vector<double> own_radius(types, none), radius(types);
  for (int i = 0; i < atom.nlocal; ++i)
    if ((atom.mask[i] & group_bit) && !(atom.mask[i] & freeze_bit) && atom.rmass[i] == all[3 * atom.type[i]])
      own_radius[atom.type[i]] = std::min(own_radius[atom.type[i]], atom.radius[i]);
  MPI_Allreduce(own_radius.data(), radius.data(), types, MPI_DOUBLE, MPI_MIN, lmp->world);

  std::vector<LightestSphere> found(types);
  for (int type = 1; type < types; ++type) {
    const double *of_type = all.data() + 3 * type;
    const bool present = of_type[0] < none, held = of_type[1] < none;
    found[type] = {
        present, present ? of_type[0] : 0.0, present ? radius[type] : 0.0, present ? -of_type[2] : 0.0,
        held,    held ? of_type[1] : 0.0};
  }
  return found;
}

}    // namespace granular_srt
