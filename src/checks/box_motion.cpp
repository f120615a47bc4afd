// Motion of the box by fixes, for the relative velocities at contacts.

#include "box_motion.h"

#include "barostat/cell_flow.h"
#include "host/queries.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix_deform.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <cmath>
#include <optional>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using barostat::Voigt;

  // Access to the settings of fix deform.
  struct DeformSettings : FixDeform {
    /// Rate at which a length changes that keeps the volume, relative to this length. LAMMPS' rate is a difference between
    /// two steps of the fix.
    static std::optional<double> rate_of_volume(const FixDeform *fix, const Domain &domain, int dim)
    {
      const Set *const set = fix->*(&DeformSettings::set);
      if (set[dim].style != VOLUME) return {};
      const auto rate = [&](int other) { return domain.h_rate[other] / domain.h[other]; };
      const double first = rate(set[dim].dynamic1);
      if (set[dim].substyle == TWO_FROM_ONE) return -0.5 * first;
      return set[dim].substyle == ONE_FROM_TWO ? -first - rate(set[dim].dynamic2) : -first;
    }
    /// A tilt that the box would have without its flips, and its rate. The present ones if the fix does not move it at
    /// constant rate.
    static void unflip(const FixDeform *fix, const Update &update, int dim, double &tilt, double &rate)
    {
      const Set &of = (fix->*(&DeformSettings::set))[dim];
      const auto steps = static_cast<double>(update.ntimestep - update.beginstep);
      const auto all = static_cast<double>(update.endstep - update.beginstep);
      const int style = of.style;
      if (style == FINAL || style == DELTA || style == SCALE || style == VEL || style == ERATE)
        tilt = of.tilt_start + (all > 0.0 ? steps / all : 0.0) * (of.tilt_stop - of.tilt_start);
      if (style != TRATE) return;
      tilt = of.tilt_start * std::exp(of.rate * steps * update.dt);
      rate = of.rate * tilt;
    }
  };

  // fix deform and deform/kk; deform/pressure does not store the rates of all its components
  const FixDeform *plain_deform(const Fix *fix)
  {
    return utils::strmatch(fix->style, "^deform/pressure") ? nullptr : dynamic_cast<const FixDeform *>(fix);
  }

  /// Motion of the box by one fix.
  struct Flow {
    Voigt rate;
    double corner_velocity[3];
  };

  Flow flow_by(const BoxMover &mover, const Domain &domain)
  {
    Flow flow{mover.box_rate(), {}};
    for (int dim = 0; dim < 3; ++dim)
      flow.corner_velocity[dim] = flow.rate[dim] * (domain.boxlo[dim] - mover.fixed_point(dim));
    return flow;
  }

  // movers: rate by the fixes that are BoxMovers
  Flow flow_by(const FixDeform &fix, const Voigt &movers, const Update &update, const Domain &domain)
  {
    using namespace barostat;
    Voigt change{}, h{}, unflipped{};
    for (int k = 0; k < 6; ++k) {
      h[k] = unflipped[k] = domain.h[k];
      change[k] = domain.h_rate[k];
    }
    Flow flow{};
    for (int dim = 0; dim < 3; ++dim) {
      flow.corner_velocity[dim] = domain.h_ratelo[dim];
      if (const auto rate = DeformSettings::rate_of_volume(&fix, domain, dim)) {
        change[dim] = *rate * h[dim];
        flow.corner_velocity[dim] = -0.5 * change[dim];
      }
    }
    // Flips add whole edges, which change with the box: a third edge q of the second and r of the first one, a second edge
    // p of the first one. LAMMPS' rates are those without flips, and of this fix alone.
    for (const int tilt : {yz, xz, xy})
      DeformSettings::unflip(&fix, update, tilt, unflipped[tilt], change[tilt]);
    const double q = std::round((h[yz] - unflipped[yz]) / h[yy]);
    const double r = std::round((h[xz] - unflipped[xz] - q * unflipped[xy]) / h[xx]);
    const double p = std::round((h[xy] - unflipped[xy]) / h[xx]);
    const double first = change[xx] + movers[xx] * h[xx];
    change[yz] += q * (change[yy] + movers[yy] * h[yy]);
    change[xz] += q * change[xy] + r * first;
    change[xy] += p * first;
    flow.rate = rate_of(change, h);
    return flow;
  }

  Voigt sum_of(Voigt sum, const Voigt &other)
  {
    for (int k = 0; k < 6; ++k) sum[k] += other[k];
    return sum;
  }

  bool remaps_positions(const FixDeform &fix)
  {
    return fix.remapflag == Domain::X_REMAP;
  }

  void add_name(std::string &list, const Fix *fix)
  {
    list += fmt::format("{}fix {} ({})", list.empty() ? "" : ", ", fix->id, fix->style);
  }

  // Calls task(fix, mover, deform) for each fix that changes the box. mover and deform are null for fixes of other kinds.
  template <class Task> void for_each_box_fix(const LAMMPS *lmp, Task task)
  {
    constexpr int changes = Fix::BOX_CHANGE_SIZE | Fix::BOX_CHANGE_SHAPE;
    for (const Fix *fix : copy_of_fixes(*lmp->modify))
      if (fix->box_change & changes) task(fix, dynamic_cast<const BoxMover *>(fix), plain_deform(fix));
  }

}    // namespace

Voigt rate_of_box_movers(const LAMMPS *lmp)
{
  Voigt sum{};
  for (const Fix *fix : lmp->modify->get_fix_list())
    if (const auto *mover = dynamic_cast<const BoxMover *>(fix)) sum = sum_of(sum, mover->box_rate());
  return sum;
}

contact::BoxFlow present_box_flow(LAMMPS *lmp)
{
  const Domain &domain = *lmp->domain;
  Flow sum{};
  const auto add = [&](const Flow &flow) {
    sum.rate = sum_of(sum.rate, flow.rate);
    for (int dim = 0; dim < 3; ++dim) sum.corner_velocity[dim] += flow.corner_velocity[dim];
  };
  const bool minimizes = lmp->update->whichflag == 2;    // these fixes then do not move the box
  if (!minimizes)                                        // between runs the last rates count
    for_each_box_fix(lmp, [&](const Fix *, const BoxMover *mover, const FixDeform *deform) {
      if (mover) add(flow_by(*mover, domain));
      if (deform && remaps_positions(*deform))
        add(flow_by(*deform, rate_of_box_movers(lmp), *lmp->update, domain));
    });
  using namespace barostat;
  const Voigt &rate = sum.rate;
  return {{rate[xx], rate[yy], rate[zz], rate[yz], rate[xz], rate[xy]},
          {domain.boxlo[0], domain.boxlo[1], domain.boxlo[2]},
          {sum.corner_velocity[0], sum.corner_velocity[1], sum.corner_velocity[2]}};
}

std::string fixes_with_unknown_work(LAMMPS *lmp, bool rigid_bodies)
{
  std::string list;
  for_each_box_fix(lmp, [&](const Fix *fix, const BoxMover *mover, const FixDeform *deform) {
    const bool all = mover ? mover->moves_all_particles()
                           : deform && fix->igroup == 0 && deform->remapflag != Domain::NO_REMAP;
    if (!all || rigid_bodies) add_name(list, fix);
  });
  return list;
}

void warn_of_unseen_motion(LAMMPS *lmp, const std::string &style, bool has_friction, bool sees_known,
                           std::string &warned)
{
  std::string known, unknown;    // fixes of known rates that change the shape of the box, and all others
  for_each_box_fix(lmp, [&](const Fix *fix, const BoxMover *mover, const FixDeform *deform) {
    if (!has_friction || (mover && !mover->changes_shape()) || (deform && !remaps_positions(*deform))) return;
    if (!mover && !deform)
      add_name(unknown, fix);
    else if (!sees_known)
      add_name(known, fix);
  });
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
  for_each_box_fix(lmp, [&](const Fix *fix, const BoxMover *mover, const FixDeform *deform) {
    if (!mover && !(deform && remaps_positions(*deform))) return;
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
  });
}

}    // namespace granular_srt
