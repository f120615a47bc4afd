#include "force_settings.h"

#include "carries_state.h"
#include "pair_styles.h"
#include "style_entry.h"

#include "fix.h"
#include "modify.h"
#include "pair.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *between = ": ";

  // The part before the colon.
  std::string name_of(const std::string &setting)
  {
    return setting.substr(0, setting.find(between));
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

}    // namespace granular_srt
