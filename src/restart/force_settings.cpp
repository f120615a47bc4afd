#include "force_settings.h"
#include "carries_state.h"

#include "host/pair_styles.h"
#include "host/style_entry.h"

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *between = ": ";

  // The part before the colon.
  std::string name_of(const std::string &setting)
  {
    return setting.substr(0, setting.find(between));
  }

  // The part after it.
  std::string value_of(const std::string &setting)
  {
    return setting.substr(name_of(setting).size() + std::strlen(between));
  }

  // Whether they may be the same: the settings of LAMMPS' styles are not known, and one of them may have replaced a
  // style of the plugin.
  bool agree(const std::string &one, const std::string &other)
  {
    const auto unknown = [](const std::string &setting) { return setting.ends_with(between); };
    return one == other || (name_of(one) == name_of(other) && (unknown(one) || unknown(other)));
  }

  bool contains(const std::vector<std::string> &list, const std::string &text)
  {
    return std::ranges::any_of(list, [&](const std::string &other) { return agree(text, other); });
  }

}    // namespace

std::vector<std::string> force_settings(LAMMPS *lmp)
{
  std::vector<std::string> settings;
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    const auto *carrier = dynamic_cast<const CarriesState *>(pair);
    settings.push_back(fmt::format("pair style {}{}{}", number, between,
                                   carrier ? carrier->settings_of_forces() : "of LAMMPS"));
  });
  const Modify &modify = *lmp->modify;
  for (int k = 0; k < modify.nfix; ++k) {
    constexpr int exerts = FixConst::PRE_FORCE | FixConst::PRE_REVERSE | FixConst::POST_FORCE;
    Fix *fix = modify.fix[k];
    if (!(modify.fmask[k] & exerts)) continue;
    const auto *carrier = dynamic_cast<const CarriesState *>(fix);
    settings.push_back(fmt::format("fix {} {}{}{}", fix->id, host_name(fix->style), between,
                                   carrier ? carrier->settings_of_forces() : std::string()));
  }
  return settings;
}

std::string difference_of(const std::vector<std::string> &before, const std::vector<std::string> &now)
{
  const auto has_name = [](const std::vector<std::string> &settings, const std::string &name) {
    return std::ranges::count(settings, name, name_of) > 0;
  };
  for (const std::string &setting : now)
    if (!contains(before, setting))
      return name_of(setting) + (has_name(before, name_of(setting)) ? " has other settings" : " is new");
  for (const std::string &setting : before)
    if (!contains(now, setting)) return name_of(setting) + " is missing";
  return std::ranges::equal(before, now, agree) ? "" : "the order of the fixes has changed";
}

std::vector<std::string> order_settings(LAMMPS *lmp)
{
  const auto word = [](bool yes) { return yes ? "yes" : "no"; };
  const Neighbor &neighbor = *lmp->neighbor;
  const Comm &comm = *lmp->comm;
  std::vector<std::string> settings{
      fmt::format("newton{}{}", between, lmp->force->newton_pair ? "on" : "off"),
      fmt::format("neighbor{}{}", between, neighbor.skin),
      fmt::format("neigh_modify{}every {} delay {} check {} once {}", between, neighbor.every, neighbor.delay,
                  word(neighbor.dist_check), word(neighbor.build_once)),
      fmt::format("comm_style{}{}", between, comm.style == Comm::BRICK ? "brick" : "tiled"),
      fmt::format("comm_modify{}mode {} cutoff {}", between, comm.mode == Comm::SINGLE ? "single" : "multi",
                  comm.cutghostuser),
      fmt::format("atom_modify{}sort {} {}", between, lmp->atom->sortfreq, lmp->atom->userbinsize),
      fmt::format("KOKKOS{}{}", between, lmp->kokkos ? fmt::format("{} threads", comm.nthreads) : "off")};
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    const auto *carrier = dynamic_cast<const CarriesState *>(pair);
    if (carrier)
      settings.push_back(
          fmt::format("list of pair style {}{}{}", number, between, carrier->settings_of_order()));
  });
  return settings;
}

std::string change_of_order(const std::vector<std::string> &before, const std::vector<std::string> &now)
{
  for (const std::string &setting : now) {
    const auto old = std::ranges::find(before, name_of(setting), name_of);
    if (old != before.end() && *old != setting)
      return fmt::format("{} was {}, now {}", name_of(setting), value_of(*old), value_of(setting));
  }
  return "";
}

}    // namespace granular_srt
