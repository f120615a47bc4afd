#include "box_motion.h"

#include "box/movers.h"
#include "host/queries.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix_deform.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  void add_name(std::string &list, const Fix *fix)
  {
    list += fmt::format("{}fix {} ({})", list.empty() ? "" : ", ", fix->id, fix->style);
  }

}    // namespace

std::string fixes_with_unknown_work(LAMMPS *lmp, bool rigid_bodies)
{
  std::string list;
  for (const auto &by : fixes_of_box(lmp)) {
    const auto &[fix, mover, deform] = by;
    const bool all = mover ? mover->moves_all_particles()
                           : deform && fix->igroup == 0 && deform->remapflag != Domain::NO_REMAP;
    if (!all || rigid_bodies) add_name(list, fix);
  }
  return list;
}

void warn_of_unseen_motion(LAMMPS *lmp, const std::string &style, bool has_friction, bool sees_known,
                           std::string &warned)
{
  std::string known, unknown;    // fixes of known rates that change the shape of the box, and all others
  for (const auto &by : fixes_of_box(lmp)) {
    const auto &[fix, mover, deform] = by;
    if (!has_friction || (mover && !mover->changes_shape()) || (deform && !by.remaps_positions())) continue;
    if (!mover && !deform)
      add_name(unknown, fix);
    else if (!sees_known)
      add_name(known, fix);
  }
  const std::string all = known + unknown;
  const auto warn = [&](const std::string &fixes, const char *advice) {
    if (lmp->comm->me == 0 && !fixes.empty())
      lmp->error->warning(
          FLERR,
          "{}: friction and dashpots of contacts do not see that the box moves the particles, by {}: {}",
          style, fixes, advice);
  };
  if (all != warned) {
    warn(known, "use pair_style granular ... box yes");
    warn(unknown, "its rate is not known");
  }
  warned = all;
}

void check_box_motion(LAMMPS *lmp, const std::string &style, bool rigid_bodies)
{
  for (const auto &by : fixes_of_box(lmp)) {
    const auto &[fix, mover, deform] = by;
    if (!mover && !by.remaps_positions()) continue;
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
