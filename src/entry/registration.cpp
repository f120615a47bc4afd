#include "registration.h"

#include "host/environment.h"
#include "energy/compute_granular_energy.h"
#include "energy/compute_granular_energy_atom.h"
#include "energy/compute_granular_energy_local.h"
#include "energy/fix_energy_ledger.h"
#include "energy/fix_ledger_origin.h"
#include "pair/fix_contact_history.h"
#include "restart/fix_restart_rows.h"
#include "host/fix_sort_bins.h"
#include "pair/fix_stock_history.h"
#include "integrate/fix_nph_sphere_srt.h"
#include "integrate/fix_gravity_srt.h"
#include "integrate/fix_nve_sphere_srt.h"
#include "wall/fix_wall_granular.h"
#include "pair/pair_gran.h"
#include "pair/pair_granular_srt.h"

#include "comm.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"
#ifdef GRANULAR_SRT_KOKKOS
#include "kokkos/kokkos_styles.h"
#endif
#include "host/announcement.h"
#include "restart/fix_last_step.h"

#include <array>
#include <string>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *kokkos_names = "GRANULAR_SRT_KK_NAMES";

  // Each style that a deck can name is a row of doc/taken_over.md.
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
      fix_entry<granular_srt::FixWallGranular>("wall/gran", "the same under LAMMPS' name",
                                               "wall/gran/builtin"),
      fix_entry<granular_srt::FixWallGranular>("wall/gran/region", "the same under LAMMPS' name",
                                               "wall/gran/region/builtin"),
      compute_entry<granular_srt::ComputeGranularEnergy>("granular/energy",
                                                         "where the energy of the particles is and goes"),
      compute_entry<granular_srt::ComputeGranularEnergyAtom>("granular/energy/atom",
                                                             "power that each particle's contacts dissipate"),
      compute_entry<granular_srt::ComputeGranularEnergyLocal>("granular/energy/local",
                                                              "energies of each contact"),
      // internal: the computes make these
      fix_entry<granular_srt::FixEnergyLedger>("GRANULAR_SRT_LEDGER", "sums of compute granular/energy"),
      fix_entry<granular_srt::FixLedgerOrigin>("GRANULAR_SRT_LEDGER_ORIGIN",
                                               "where the sums of a compute begin"),
      // internal: pair_style granular makes these
      fix_entry<granular_srt::FixContactHistory>("NEIGH_HISTORY_GRANULAR_SRT",
                                                 "contact history of pair_style granular"),
      fix_entry<granular_srt::FixStockHistory>("NEIGH_HISTORY_GRANULAR_SRT_STOCK",
                                               "contact history of LAMMPS' own pair styles in restart files"),
      fix_entry<granular_srt::FixRestartRows>("GRANULAR_SRT_RESTART_ROWS",
                                              "data of fixes in a restart file, until the first run"),
      fix_entry<granular_srt::FixSortBins>("GRANULAR_SRT_SORT_BINS", "bins in which particles are sorted"),
      fix_entry<granular_srt::FixLastStep>("GRANULAR_SRT_LAST_STEP",
                                           "state of the last step, for runs that go on"),
  };

  // Creator of the pair style that LAMMPS has under this name; null if there is none, or if it is that of this table.
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

  /// \param all_names  false: names that LAMMPS has stay LAMMPS' own
  void register_table(LAMMPS *lmp, std::span<const StyleEntry> table, const LeftOut &left_out, bool all_names,
                      const Register &add)
  {
    add_style_table(table);
    std::string kept;
    for (const auto &entry : table) {
      lammpsplugin_t style{};
      style.style = entry.kind;

      // LAMMPS' own style gets a second name before its own is taken.
      style.name = entry.builtin_name;
      style.info = "the built-in style under a second name";
      if (entry.pair)
        style.creator.v1 = present_pair(lmp, entry);
      else
        style.creator.v2 = present_fix(lmp, entry);
      const bool of_lammps = style.creator.v1 != nullptr;
      if (entry.builtin_name && of_lammps) add(style);

      if (left_out.contains(entry.name)) continue;
      if (of_lammps && !all_names) {
        kept += (kept.empty() ? "" : ", ") + std::string(entry.name);
        continue;
      }
      style.name = entry.name;
      style.info = entry.info;
      if (entry.pair)
        style.creator.v1 = entry.pair;
      else
        style.creator.v2 = entry.fix;
      add(style);
    }
    if (!kept.empty() && lmp->comm->me == 0)
      utils::logmesg(lmp, "GRANULAR-SRT: {} are LAMMPS' own; {}=all takes them over\n", kept, kokkos_names);
  }

}    // namespace

void register_styles(LAMMPS *lmp, const NamesOfSite &site, const Register &add)
{
  begin_announcements(lmp);
  const LeftOut left_out(lmp, host_styles, site);
  register_table(lmp, host_styles, left_out, true, add);
#ifdef GRANULAR_SRT_KOKKOS
  // No run on a GPU has tested the styles that would replace LAMMPS' own there.
  using Names = std::vector<std::string>;
  const std::string names =
      environment_choice(lmp, kokkos_names, device_is_gpu() ? Names{"new", "all"} : Names{"all", "new"});
  register_table(lmp, kokkos_styles(), left_out, names == "all", add);
#endif
}

bool has_another_copy(const LAMMPS *lmp)
{
  for (const StyleEntry &entry : host_styles)
    if (is_internal(entry.name) && present_fix(lmp, entry)) return true;
  return false;
}

}    // namespace granular_srt
