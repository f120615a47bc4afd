#pragma once

#include "lammpsplugin.h"
#include "pointers.h"

#include <span>
#include <string>
#include <string_view>

namespace LAMMPS_NS {
class Fix;
class Pair;
}    // namespace LAMMPS_NS

namespace granular_srt {

/// One style that the plugin registers in LAMMPS. The members of either `pair` or `fix` are set; a compute and a run style have
/// the creator of a fix.
struct StyleEntry {
  const char *kind;               ///< "pair", "fix", "compute" or "run"
  std::string name;               ///< in input scripts
  const char *info;               ///< one line for the log
  lammpsplugin_factory1 *pair;    ///< creator of a pair style
  lammpsplugin_factory2 *fix;     ///< creator of a fix or a compute
  std::string builtin_name;       ///< further name of LAMMPS' own style, "*/builtin"; empty for none
  bool (*is_pair)(const LAMMPS_NS::Pair *);    ///< whether a pair style is an object of this plugin
  bool (*is_fix)(const LAMMPS_NS::Fix *);      ///< whether a fix is an object of this plugin
};

/// Whether a name is internal: as in LAMMPS, internal names are in capital letters.
constexpr bool is_internal(std::string_view name)
{
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

/// Name of the style for hosts: "granular" for "granular/kk", "granular/kk/host" and "granular/kk/device".
constexpr std::string_view host_name(std::string_view name)
{
  for (const std::string_view ending : {"/kk/device", "/kk/host", "/kk"})
    if (name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending)
      return name.substr(0, name.size() - ending.size());
  return name;
}

/// Creators for LAMMPS' plugin interface.
template <class Style> void *create_pair(void *lmp)
{
  return new Style(static_cast<LAMMPS_NS::LAMMPS *>(lmp));
}

template <class Style> void *create_fix(void *lmp, int narg, char **arg)
{
  return new Style(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg);
}

template <class Style> bool is_pair(const LAMMPS_NS::Pair *pair)
{
  return dynamic_cast<const Style *>(pair) != nullptr;
}

template <class Style> bool is_fix(const LAMMPS_NS::Fix *fix)
{
  return dynamic_cast<const Style *>(fix) != nullptr;
}

/// A pair style. `create` may return an object of a class derived from Style.
template <class Style>
StyleEntry pair_entry(const char *name, const char *info, const char *builtin_name = "",
                      lammpsplugin_factory1 *create = create_pair<Style>)
{
  return {"pair", name, info, create, nullptr, builtin_name, is_pair<Style>, nullptr};
}

/// A fix. `create` may return an object of a class derived from Style.
template <class Style>
StyleEntry fix_entry(const char *name, const char *info, const char *builtin_name = "",
                     lammpsplugin_factory2 *create = create_fix<Style>)
{
  return {"fix", name, info, nullptr, create, builtin_name, nullptr, is_fix<Style>};
}

/// A run style, of a name that LAMMPS does not have.
template <class Style> StyleEntry run_entry(const char *name, const char *info)
{
  return {"run", name, info, nullptr, create_fix<Style>, "", nullptr, nullptr};
}

/// A compute. LAMMPS has none of these names.
template <class Style> StyleEntry compute_entry(const char *name, const char *info)
{
  return {"compute", name, info, nullptr, create_fix<Style>, "", nullptr, nullptr};
}

/// Adds a table of the plugin's styles for announce_styles(). The table must remain in memory.
void add_style_table(std::span<const StyleEntry> table);

/// Whether a fix is an object of this plugin.
[[nodiscard]] bool is_ours(const LAMMPS_NS::Fix *fix);

/// Call when the plugin is loaded into a LAMMPS, in which nothing has been announced.
void begin_announcements(const LAMMPS_NS::LAMMPS *lmp);

/// Writes one line to the log with all commands of the deck that run this plugin's styles, unless it equals the last
/// such line. Each style that a deck can name calls this in its init(). At the first call of a run all styles already
/// exist.
void announce_styles(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
