#include "settings.h"
#include "exact_restart.h"

#include "host/queries.h"
#include "host/style_table.h"

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  const Setting *find(const Settings &settings, const std::string &name)
  {
    const auto found = std::ranges::find(settings, name, &Setting::name);
    return found == settings.end() ? nullptr : &*found;
  }

}    // namespace

Settings force_settings(LAMMPS *lmp)
{
  Settings settings;
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    const auto *style = dynamic_cast<const ExactRestart *>(pair);
    settings.push_back(
        {fmt::format("pair style {}", number), style ? style->restart_settings().forces : "of LAMMPS"});
  });
  const Modify &modify = *lmp->modify;
  for (int k = 0; k < modify.nfix; ++k) {
    constexpr int exerts = FixConst::PRE_FORCE | FixConst::PRE_REVERSE | FixConst::POST_FORCE;
    Fix *fix = modify.fix[k];
    if (!(modify.fmask[k] & exerts)) continue;
    const auto *style = dynamic_cast<const ExactRestart *>(fix);
    settings.push_back({fmt::format("fix {} {}", fix->id, host_name(fix->style)),
                        style ? style->restart_settings().forces : ""});
  }
  return settings;
}

// One of LAMMPS' fixes may have replaced one of the plugin, or the reverse.
std::string change_of_forces(const Settings &before, const Settings &now)
{
  for (const Setting &setting : now) {
    const Setting *old = find(before, setting.name);
    if (!old) return setting.name + " is new";
    if (old->value != setting.value && !old->value.empty() && !setting.value.empty())
      return setting.name + " has other settings";
  }
  for (const Setting &setting : before)
    if (!find(now, setting.name)) return setting.name + " is missing";
  return std::ranges::equal(before, now, {}, &Setting::name, &Setting::name)
      ? ""
      : "the order of the fixes has changed";
}

Settings order_settings(LAMMPS *lmp)
{
  const auto word = [](bool yes) { return yes ? "yes" : "no"; };
  const Neighbor &neighbor = *lmp->neighbor;
  const Comm &comm = *lmp->comm;
  Settings settings{
      {"newton", lmp->force->newton_pair ? "on" : "off"},
      {"neighbor", fmt::format("{}", neighbor.skin)},
      {"neigh_modify",
       fmt::format("every {} delay {} check {} once {}", neighbor.every, neighbor.delay,
                   word(neighbor.dist_check), word(neighbor.build_once))},
      {"comm_style", comm.style == Comm::BRICK ? "brick" : "tiled"},
      {"comm_modify",
       fmt::format("mode {} cutoff {}", comm.mode == Comm::SINGLE ? "single" : "multi", comm.cutghostuser)},
      {"atom_modify", fmt::format("sort {} {}", lmp->atom->sortfreq, lmp->atom->userbinsize)},
      {"KOKKOS", lmp->kokkos ? fmt::format("{} threads", comm.nthreads) : "off"}};
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    if (const auto *style = dynamic_cast<const ExactRestart *>(pair))
      settings.push_back({fmt::format("list of pair style {}", number), style->restart_settings().order});
  });
  return settings;
}

std::string change_of_order(const Settings &before, const Settings &now)
{
  for (const Setting &setting : now)
    if (const Setting *old = find(before, setting.name); old && old->value != setting.value)
      return fmt::format("{} was {}, now {}", setting.name, old->value, setting.value);
  return "";
}

}    // namespace granular_srt
