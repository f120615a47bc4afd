#include "movers.h"

#include "host/queries.h"

#include "domain.h"
#include "fix_deform.h"
#include "modify.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // fix deform and deform/kk; deform/pressure does not store the rates of all its components
  const FixDeform *plain_deform(const Fix *fix)
  {
    return utils::strmatch(fix->style, "^deform/pressure") ? nullptr : dynamic_cast<const FixDeform *>(fix);
  }

}    // namespace

barostat::Voigt rate_of_box_movers(const LAMMPS *lmp)
{
  barostat::Voigt sum{};
  for (const Fix *fix : lmp->modify->get_fix_list())
    if (const auto *mover = dynamic_cast<const BoxMover *>(fix)) {
      const barostat::Voigt rate = mover->box_rate();
      for (int k = 0; k < 6; ++k) sum[k] += rate[k];
    }
  return sum;
}

bool BoxFix::remaps_positions() const
{
  return deform && deform->remapflag == Domain::X_REMAP;
}

std::vector<BoxFix> fixes_of_box(const LAMMPS *lmp)
{
  constexpr int changes = Fix::BOX_CHANGE_SIZE | Fix::BOX_CHANGE_SHAPE;
  std::vector<BoxFix> found;
  for (const Fix *fix : copy_of_fixes(*lmp->modify))
    if (fix->box_change & changes)
      found.push_back({fix, dynamic_cast<const BoxMover *>(fix), plain_deform(fix)});
  return found;
}

}    // namespace granular_srt
