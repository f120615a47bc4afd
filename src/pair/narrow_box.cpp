#include "narrow_box.h"

#include "domain.h"
#include "lammps.h"
#include "neighbor.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace granular_srt {

double least_period(const LAMMPS *lmp)
{
  const Domain &domain = *lmp->domain;
  double width[3] = {domain.xprd, domain.yprd, domain.zprd};
  if (domain.triclinic) {
    const double *inverse = domain.h_inv;
    width[0] = 1.0 / std::hypot(inverse[0], inverse[5], inverse[4]);
    width[1] = 1.0 / std::hypot(inverse[1], inverse[3]);
  }
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < domain.dimension; ++k)
    if (domain.periodicity[k]) least = std::min(least, width[k]);
  return least;
}

bool is_narrow_box(const LAMMPS *lmp)
{
  return least_period(lmp) < 2.0 * lmp->neighbor->cutneighmax;
}

}    // namespace granular_srt
