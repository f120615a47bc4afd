// Motion of the box by fixes, for the relative velocities at contacts.

#include "box_motion.h"

#include "barostat/cell_flow.h"
#include "styles/box_mover.h"

#include "domain.h"
#include "error.h"
#include "fix_deform.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using barostat::Voigt;

  // Access to the settings of fix deform.
  struct DeformSettings : FixDeform {
    static bool keeps_volume(const FixDeform *fix, int dim)
    {
      return (fix->*(&DeformSettings::set))[dim].style == VOLUME;
    }
  };

  // fix deform and deform/kk; deform/pressure does not store the rates of all its components
  const FixDeform *plain_deform(const Fix *fix)
  {
    return utils::strmatch(fix->style, "^deform/pressure") ? nullptr : dynamic_cast<const FixDeform *>(fix);
  }

  Voigt rate_by(const FixDeform &fix, const Domain &domain)
  {
    Voigt change{}, h{};
    for (int k = 0; k < 6; ++k) {
      h[k] = domain.h[k];
      change[k] = domain.h_rate[k];
    }
    // here is the strain rate of a length that keeps the volume
    for (int dim = 0; dim < 3; ++dim)
      if (DeformSettings::keeps_volume(&fix, dim)) change[dim] *= h[dim];
    return barostat::rate_of(change, h);
  }

  bool remaps_positions(const FixDeform &fix)
  {
    return fix.remapflag == Domain::X_REMAP;
  }

  bool changes_box(const Fix *fix)
  {
    return (fix->box_change & (Fix::BOX_CHANGE_SIZE | Fix::BOX_CHANGE_SHAPE)) != 0;
  }

}    // namespace

contact::BoxRate present_box_rate(LAMMPS *lmp)
{
  Voigt sum{};
  const auto add = [&](const Voigt &rate) {
    for (int k = 0; k < 6; ++k) sum[k] += rate[k];
  };
  if (lmp->update->whichflag !=
      2)    // in a minimization these fixes do not move the box; between runs the last rates count
    for (const Fix *fix : lmp->modify->get_fix_list()) {
      if (!changes_box(fix)) continue;
      if (const auto *mover = dynamic_cast<const BoxMover *>(fix))
        add(mover->box_rate());
      else if (const FixDeform *deform = plain_deform(fix); deform && remaps_positions(*deform))
        add(rate_by(*deform, *lmp->domain));
    }
  using namespace barostat;
  return {sum[xx], sum[yy], sum[zz], sum[yz], sum[xz], sum[xy]};
}

BoxMotion box_motion(LAMMPS *lmp)
{
  BoxMotion motion;
  for (const Fix *fix : lmp->modify->get_fix_list()) {
    if (!changes_box(fix)) continue;
    const auto *mover = dynamic_cast<const BoxMover *>(fix);
    const FixDeform *deform = plain_deform(fix);
    if (mover && !mover->changes_shape()) continue;
    if (deform && !remaps_positions(*deform)) continue;
    std::string &list = mover || deform ? motion.of_known_rate : motion.of_unknown_rate;
    list += fmt::format("{}fix {} ({})", list.empty() ? "" : ", ", fix->id, fix->style);
  }
  return motion;
}

void check_box_motion(LAMMPS *lmp, const std::string &style, bool rigid_bodies)
{
  for (const Fix *fix : lmp->modify->get_fix_list()) {
    if (!changes_box(fix)) continue;
    const auto *mover = dynamic_cast<const BoxMover *>(fix);
    const FixDeform *deform = plain_deform(fix);
    if (!mover && !(deform && remaps_positions(*deform))) continue;
    if (mover ? !mover->moves_all_particles() : fix->igroup != 0)
      lmp->error->all(
          FLERR,
          "Pair style {} with box yes: fix {} (style {}) moves only some of the particles with the box; "
          "all must move with it: {}, or use box no",
          style, fix->id, fix->style, mover ? "dilate all" : "group all");
    if (rigid_bodies)
      lmp->error->all(
          FLERR,
          "Pair style {} with box yes cannot be used with rigid bodies in a box that fix {} (style {}) "
          "moves: use box no",
          style, fix->id, fix->style);
  }
}

}    // namespace granular_srt
