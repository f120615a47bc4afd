#include "force_settings.h"

#include "carries_state.h"
#include "pair_styles.h"
#include "style_entry.h"

#include "fix.h"
#include "modify.h"
#include "pair.h"

#include <algorithm>
#include <iterator>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // What comes before the colon.
  std::string name_of(const std::string &setting)
  {
    return setting.substr(0, setting.find(':'));
  }

  bool contains(const std::vector<std::string> &list, const std::string &text)
  {
    return std::find(list.begin(), list.end(), text) != list.end();
  }

}    // namespace

std::vector<std::string> force_settings(LAMMPS *lmp)
{
  std::vector<std::string> settings;
  for_each_pair_style(lmp, [&](Pair *pair, int number) {
    const auto *carrier = dynamic_cast<const CarriesState *>(pair);
    settings.push_back(
        fmt::format("pair style {}: {}", number, carrier ? carrier->settings_of_forces() : "of LAMMPS"));
  });
  const Modify &modify = *lmp->modify;
  for (int k = 0; k < modify.nfix; ++k) {
    constexpr int exerts = FixConst::PRE_FORCE | FixConst::PRE_REVERSE | FixConst::POST_FORCE;
    Fix *fix = modify.fix[k];
    if (!(modify.fmask[k] & exerts)) continue;
    const auto *carrier = dynamic_cast<const CarriesState *>(fix);
    settings.push_back(fmt::format("fix {} {}: {}", fix->id, host_name(fix->style),
                                   carrier ? carrier->settings_of_forces() : std::string()));
  }
  return settings;
}

std::string difference_of(const std::vector<std::string> &before, const std::vector<std::string> &now)
{
  const auto names = [](const std::vector<std::string> &settings) {
    std::vector<std::string> list;
    std::transform(settings.begin(), settings.end(), std::back_inserter(list), name_of);
    return list;
  };
  for (const std::string &setting : now)
    if (!contains(before, setting))
      return name_of(setting) +
          (contains(names(before), name_of(setting)) ? " has other settings" : " is new");
  for (const std::string &setting : before)
    if (!contains(now, setting)) return name_of(setting) + " is missing";
  return before == now ? "" : "the order of the fixes has changed";
}

}    // namespace granular_srt
