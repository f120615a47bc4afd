#pragma once

#include "lammpsplugin.h"
#include "pointers.h"

namespace granular_srt {

/// One row of the table of styles that the plugin registers.
struct StyleEntry {
  const char *kind, *name, *info;
  lammpsplugin_factory1 *pair;
  lammpsplugin_factory2 *fix;
  const char *builtin_name;    ///< under which the style of LAMMPS stays in reach, null: not at all
};

template <class Style> void *create_pair(void *lmp)
{
  return new Style(static_cast<LAMMPS_NS::LAMMPS *>(lmp));
}

template <class Style> void *create_fix(void *lmp, int narg, char **arg)
{
  return new Style(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg);
}

template <class Style>
constexpr StyleEntry pair_entry(const char *name, const char *info, const char *builtin_name = nullptr)
{
  return {"pair", name, info, create_pair<Style>, nullptr, builtin_name};
}

template <class Style>
constexpr StyleEntry fix_entry(const char *name, const char *info, const char *builtin_name = nullptr)
{
  return {"fix", name, info, nullptr, create_fix<Style>, builtin_name};
}

}    // namespace granular_srt
