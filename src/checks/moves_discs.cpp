#include "moves_discs.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace granular_srt {

const Fix *fix_of_discs(const LAMMPS *lmp)
{
  for (const Fix *fix : lmp->modify->get_fix_list())
    if (const auto *mover = dynamic_cast<const MovesDiscs *>(fix); mover && mover->moves_discs()) return fix;
  return nullptr;
}

}    // namespace granular_srt
