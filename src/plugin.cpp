// Entry point of the plugin: check of the LAMMPS version, table of styles, registration.
//
// Each style that a deck can name is a row of doc/taken_over.md.

#include "force.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "modify.h"

#include "styles/pair/fix_contact_history.h"
#include "styles/pair/fix_sort_bins.h"
#include "styles/nph/fix_nph_sphere_srt.h"
#include "styles/gravity/fix_gravity_srt.h"
#include "styles/nve/fix_nve_sphere_srt.h"
#include "styles/wall/fix_wall_granular.h"
#include "styles/pair/pair_gran.h"
#include "styles/pair/pair_granular_srt.h"
#ifdef LMP_KOKKOS
#include "kokkos/kokkos_styles.h"
#endif
#include "styles/announcement.h"
#include "styles/style_entry.h"
#include "host_gate.h"
#include "left_out.h"

#include <array>
#include <span>

namespace {

using LAMMPS_NS::LAMMPS;

using granular_srt::compiled_for;
using granular_srt::fix_entry;
using granular_srt::gran_entry;
using granular_srt::LeftOut;
using granular_srt::pair_entry;
using granular_srt::StyleEntry;

constexpr std::array host_styles = {
    pair_entry<granular_srt::PairGranularSrt>(
        "granular", "granular contact with sliding, rolling and twisting friction", "granular/builtin"),
    gran_entry<granular_srt::gran_hooke>("gran/hooke/builtin"),
    gran_entry<granular_srt::gran_hooke_history>("gran/hooke/history/builtin"),
    gran_entry<granular_srt::gran_hertz_history>("gran/hertz/history/builtin"),
    fix_entry<granular_srt::FixNphSphereSrt>("nph/sphere", "triclinic barostat for spheres",
                                             "nph/sphere/builtin"),
    fix_entry<granular_srt::FixGravitySrt>("gravity", "weight of the particles", "gravity/builtin"),
    fix_entry<granular_srt::FixNveSphereSrt>("nve/sphere", "integration of spheres", "nve/sphere/builtin"),
    fix_entry<granular_srt::FixWallGranular>("wall/granular",
                                             "walls with the contact models of pair_style granular"),
    fix_entry<granular_srt::FixWallGranular>("wall/granular/region",
                                             "the same, for the built-in command's arguments"),
    fix_entry<granular_srt::FixWallGranular>("wall/gran", "the same under LAMMPS' name", "wall/gran/builtin"),
    fix_entry<granular_srt::FixWallGranular>("wall/gran/region", "the same under LAMMPS' name",
                                             "wall/gran/region/builtin"),
    // internal: pair_style granular makes these
    fix_entry<granular_srt::FixContactHistory>("NEIGH_HISTORY_GRANULAR_SRT",
                                               "contact history of pair_style granular"),
    fix_entry<granular_srt::FixSortBins>("GRANULAR_SRT_SORT_BINS", "bins in which particles are sorted"),
};

// Creator of the pair style that LAMMPS has under this name; null if there is none, or if it is that of the plugin.
lammpsplugin_factory1 *present_pair(const LAMMPS *lmp, const StyleEntry &entry)
{
  const auto &styles = *lmp->force->pair_map;
  const auto found = styles.find(entry.name);
  if (found == styles.end()) return nullptr;
  const auto creator = reinterpret_cast<lammpsplugin_factory1 *>(found->second);
  return creator == entry.pair ? nullptr : creator;
}

// The same for a fix.
lammpsplugin_factory2 *present_fix(const LAMMPS *lmp, const StyleEntry &entry)
{
  const auto &styles = *lmp->modify->fix_map;
  const auto found = styles.find(entry.name);
  if (found == styles.end()) return nullptr;
  const auto creator = reinterpret_cast<lammpsplugin_factory2 *>(found->second);
  return creator == entry.fix ? nullptr : creator;
}

void register_styles(LAMMPS *lmp, void *handle, void *regfunc, std::span<const StyleEntry> table,
                     const LeftOut &left_out)
{
  granular_srt::add_style_table(table);
  const auto register_plugin = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  for (const auto &entry : table) {
    lammpsplugin_t plugin{};
    plugin.version = compiled_for;
    plugin.style = entry.kind;
    plugin.author = "the GRANULAR-SRT developers";
    plugin.handle = handle;

    // "plugin unload" does not restore LAMMPS' own style. It is registered under a second name before the plugin takes
    // its name.
    plugin.name = entry.builtin_name;
    plugin.info = "the built-in style under a second name";
    if (entry.pair)
      plugin.creator.v1 = present_pair(lmp, entry);
    else
      plugin.creator.v2 = present_fix(lmp, entry);
    if (plugin.creator.v1) register_plugin(&plugin, lmp);

    if (left_out.contains(entry.name)) continue;
    plugin.name = entry.name;
    plugin.info = entry.info;
    if (entry.pair)
      plugin.creator.v1 = entry.pair;
    else
      plugin.creator.v2 = entry.fix;
    register_plugin(&plugin, lmp);
  }
}

}    // namespace

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *regfunc)
{
  auto *const host = static_cast<LAMMPS *>(lmp);
  granular_srt::check_host(host);
  granular_srt::begin_announcements(host);
  const LeftOut left_out(host, host_styles, granular_srt::leave_file_beside_plugin());
  register_styles(host, handle, regfunc, host_styles, left_out);
#ifdef LMP_KOKKOS
  register_styles(host, handle, regfunc, granular_srt::kokkos_styles(), left_out);
#endif
}
