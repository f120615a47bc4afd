#include "flow.h"
#include "movers.h"

#include "barostat/cell_flow.h"

#include "domain.h"
#include "fix_deform.h"
#include "update.h"

#include <cmath>
#include <optional>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using barostat::Voigt;

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

}    // namespace

contact::BoxFlow present_box_flow(LAMMPS *lmp)
{
  const Domain &domain = *lmp->domain;
  Flow sum{};
  const auto add = [&](const Flow &flow) {
    for (int k = 0; k < 6; ++k) sum.rate[k] += flow.rate[k];
    for (int dim = 0; dim < 3; ++dim) sum.corner_velocity[dim] += flow.corner_velocity[dim];
  };
  const bool minimizes = lmp->update->whichflag == 2;    // these fixes then do not move the box
  if (!minimizes)
    for (const BoxFix &by : fixes_of_box(lmp)) {
      if (by.mover) add(flow_by(*by.mover, domain));
      if (by.remaps_positions()) add(flow_by(*by.deform, rate_of_box_movers(lmp), *lmp->update, domain));
    }
  using namespace barostat;
  const Voigt &rate = sum.rate;
  return {{rate[xx], rate[yy], rate[zz], rate[yz], rate[xz], rate[xy]},
          {domain.boxlo[0], domain.boxlo[1], domain.boxlo[2]},
          {sum.corner_velocity[0], sum.corner_velocity[1], sum.corner_velocity[2]}};
}

}    // namespace granular_srt
