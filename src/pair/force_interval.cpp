#include "force_interval.h"
#include "host/queries.h"

#include "lammps.h"
#include "respa.h"
#include "update.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace granular_srt {

double force_interval(const LAMMPS *lmp, const Pair *pair)
{
  // first, because this is called in each step
  if (std::strncmp(lmp->update->integrate_style, "respa", 5) != 0) return lmp->update->dt;
  const auto *respa = dynamic_cast<Respa *>(lmp->update->integrate);
  int level = respa->level_pair;
  for_each_pair_style(lmp, [&](const Pair *style, int number) {
    if (style == pair && number < respa->nhybrid_styles) level = respa->hybrid_level[number];
  });
  return level < 0 ? lmp->update->dt : respa->step[level];
}

}    // namespace granular_srt
