#pragma once

#include "lammpsplugin.h"
#include "pointers.h"

namespace granular_srt {

/// One style that the plugin registers in LAMMPS. Either `pair` or `fix` is set.
struct StyleEntry {
  const char *kind;               ///< "pair" or "fix"
  const char *name;               ///< name in input scripts
  const char *info;               ///< one line for the log
  lammpsplugin_factory1 *pair;    ///< creator of a pair style
  lammpsplugin_factory2 *fix;     ///< creator of a fix
  const char *builtin_name;       ///< second name for LAMMPS' style of the same name; null for none
};

/// Creators for LAMMPS' plugin interface.
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
