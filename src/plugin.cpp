// What LAMMPS calls when it loads the plugin: the version gate, then one table, one loop.

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "library.h"
#include "utils.h"
#include "version.h"

#include "styles/fix_nph_sphere_srt.h"
#include "styles/pair_granular_srt.h"

#include <array>
#include <string>

namespace {

using LAMMPS_NS::LAMMPS;

// A test compiles the plugin for another LAMMPS to see it refused.
#ifdef GRANULAR_SRT_PRETEND_LAMMPS_VERSION
constexpr const char *compiled_for = GRANULAR_SRT_PRETEND_LAMMPS_VERSION;
#else
constexpr const char *compiled_for = LAMMPS_VERSION;
#endif

template <class Style> void *create_pair(void *lmp)
{
  return new Style(static_cast<LAMMPS *>(lmp));
}

template <class Style> void *create_fix(void *lmp, int narg, char **arg)
{
  return new Style(static_cast<LAMMPS *>(lmp), narg, arg);
}

struct Entry {
  const char *kind, *name, *info;
  lammpsplugin_factory1 *pair;
  lammpsplugin_factory2 *fix;
};

constexpr std::array table = {
    Entry{"pair", "granular", "granular contact with sliding, rolling and twisting friction",
          create_pair<granular_srt::PairGranularSrt>, nullptr},
    Entry{"fix", "nph/sphere", "triclinic barostat for spheres", nullptr,
          create_fix<granular_srt::FixNphSphereSrt>},
};

// LAMMPS makes no check of its own: another version or other integer sizes would crash later.
void check_host(LAMMPS *lmp)
{
  if (std::string(lmp->version) != compiled_for)
    lmp->error->all(FLERR,
                    "Plugin GRANULAR-SRT was compiled for LAMMPS {} and cannot be loaded into LAMMPS {}: "
                    "compile it against this LAMMPS or take it off LAMMPS_PLUGIN_PATH",
                    compiled_for, lmp->version);
  const int tagint_bits = 8 * static_cast<int>(sizeof(LAMMPS_NS::tagint));
  const int running_bits = 8 * lammps_extract_setting(lmp, "tagint");
  if (tagint_bits != running_bits)
    lmp->error->all(FLERR,
                    "Plugin GRANULAR-SRT was compiled for {} bit atom IDs and cannot be loaded into a "
                    "LAMMPS with {} bit atom IDs",
                    tagint_bits, running_bits);
}

}    // namespace

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *regfunc)
{
  check_host(static_cast<LAMMPS *>(lmp));
  const auto register_plugin = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  for (const auto &entry : table) {
    lammpsplugin_t plugin{};
    plugin.version = compiled_for;
    plugin.style = entry.kind;
    plugin.name = entry.name;
    plugin.info = entry.info;
    plugin.author = "the GRANULAR-SRT developers";
    if (entry.pair) plugin.creator.v1 = entry.pair;
    else plugin.creator.v2 = entry.fix;
    plugin.handle = handle;
    register_plugin(&plugin, lmp);
  }
}
