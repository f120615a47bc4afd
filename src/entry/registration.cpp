#include "registration.h"

#include "host/environment.h"
#include "host/fix_sort_bins.h"
#include "host/style_table.h"
#include "restart/fix_last_step.h"
#include "restart/fix_restart_data.h"
#include "energy/compute_granular_energy.h"
#include "energy/fix_energy_ledger.h"
#include "energy/fix_heat_dissipation.h"
#include "output/computes.h"
#include "pair/fix_contact_history.h"
#include "pair/pair_styles.h"
#include "integrate/fix_gravity_srt.h"
#include "integrate/fix_nph_sphere_srt.h"
#include "integrate/fix_nve_sphere_srt.h"
#include "integrate/verlet_granular.h"
#include "wall/fix_wall_granular.h"
#ifdef GRANULAR_SRT_RIGID
#include "integrate/fix_rigid_small_srt.h"
#endif
#ifdef GRANULAR_SRT_KOKKOS
#include "kokkos/kokkos_styles.h"
#endif

#include "comm.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  constexpr const char *leave_variable = "GRANULAR_SRT_LEAVE";

  // Each style that a deck can name is a row of doc/taken_over.md.
  const std::array host_styles = {
      pair_entry<PairGranularSrt>("granular", "granular contact with sliding, rolling and twisting friction",
                                  "granular/builtin", create_granular<>),
      pair_entry<PairGranularSrt>(gran_hooke.name, gran_hooke.info, "gran/hooke/builtin",
                                  create_gran<gran_hooke>),
      pair_entry<PairGranularSrt>(gran_hooke_history.name, gran_hooke_history.info,
                                  "gran/hooke/history/builtin", create_gran<gran_hooke_history>),
      pair_entry<PairGranularSrt>(gran_hertz_history.name, gran_hertz_history.info,
                                  "gran/hertz/history/builtin", create_gran<gran_hertz_history>),
      fix_entry<FixNphSphereSrt>("nph/sphere", "triclinic barostat for spheres", "nph/sphere/builtin"),
      fix_entry<FixGravitySrt>("gravity", "weight of the particles", "gravity/builtin"),
      fix_entry<FixNveSphereSrt>("nve/sphere", "integration of spheres", "nve/sphere/builtin"),
#ifdef GRANULAR_SRT_RIGID
      fix_entry<FixRigidSmallSrt>("rigid/small", "integration of rigid bodies", "rigid/small/builtin"),
      fix_entry<FixRigidNveSmallSrt>("rigid/nve/small", "integration of rigid bodies",
                                     "rigid/nve/small/builtin"),
#endif
      fix_entry<FixWallGranular>("wall/granular", "walls with the contact models of pair_style granular"),
      fix_entry<FixWallGranular>("wall/granular/region",
                                 "walls with the arguments of LAMMPS' fix wall/gran/region"),
      fix_entry<FixWallGranular>("wall/gran", "walls with the contact models of pair_style granular",
                                 "wall/gran/builtin"),
      fix_entry<FixWallGranular>("wall/gran/region", "walls with the contact models of pair_style granular",
                                 "wall/gran/region/builtin"),
      run_entry<VerletGranular>("verlet/granular", "verlet with fewer passes over the particles"),
      compute_entry<ComputeGranularEnergy>("granular/energy",
                                           "where the energy of the particles is and goes"),
      compute_entry<ComputeGranularAtom>("granular/energy/atom",
                                         "power that each particle's contacts dissipate"),
      compute_entry<ComputeGranularLocal>("granular/energy/local", "energies of each contact"),
      compute_entry<ComputeGranularAtom>("granular/atom", "contacts, fabric and stress of each particle"),
      compute_entry<ComputeGranularLocal>("granular/local", "forces, torques and friction of each contact"),
      fix_entry<FixHeatDissipation>("heat/dissipation", "what contacts dissipate heats their particles"),
      // internal: the computes and fix heat/dissipation make these
      fix_entry<FixEnergyLedger>("GRANULAR_SRT_LEDGER", "energies and heat of contacts"),
      fix_entry<FixLedgerOrigin>("GRANULAR_SRT_LEDGER_ORIGIN", "where the sums of a compute begin"),
      // internal: pair_style granular makes these
      // under this name that of a device is ours, too
      fix_entry<HistoryFix>("NEIGH_HISTORY_GRANULAR_SRT", "contact history of pair_style granular", "",
                            create_fix<FixContactHistory>),
      fix_entry<FixRestartData>("GRANULAR_SRT_RESTART_ROWS",
                                "data of fixes in a restart file, until the first run"),
      fix_entry<FixSortBins>("GRANULAR_SRT_SORT_BINS", "bins in which particles are sorted"),
      fix_entry<FixLastStep>("GRANULAR_SRT_LAST_STEP", "state of the last step, for runs that go on"),
  };

  // "granular nph/sphere ... ": what the variable and the installation have.
  std::string given_names(const LAMMPS *lmp, const InstallationNames &installation)
  {
    std::string names = environment_variable(lmp, leave_variable).value_or("");
    std::istringstream lines(broadcast_from_first_rank(lmp, installation.text));
    for (std::string line; std::getline(lines, line);) {
      names += ' ';
      names += line.substr(0, line.find('#'));
    }
    std::replace(names.begin(), names.end(), ',', ' ');
    return names;
  }

  // Names that stay LAMMPS' own.
  class NamesLeftToLammps {
   public:
    /// Takes the names of rank 0, for all ranks.
    /// \param table  the styles of the host: these names and their /kk forms are allowed
    /// \throws LAMMPS error for a name that is not in the table
    NamesLeftToLammps(LAMMPS *lmp, std::span<const StyleEntry> table, const InstallationNames &installation)
    {
      std::istringstream words(given_names(lmp, installation));
      std::string list;
      for (std::string word; words >> word;) {
        const auto is_word = [&](const StyleEntry &entry) { return entry.name == host_name(word); };
        if (is_internal(word) || std::none_of(table.begin(), table.end(), is_word)) {
          std::string allowed;
          for (const StyleEntry &entry : table)
            if (!is_internal(entry.name)) allowed += (allowed.empty() ? "" : ", ") + entry.name;
          lmp->error->all(FLERR, "Illegal name {} in environment variable {} or in {}: can be {}", word,
                          leave_variable, installation.place, allowed);
        }
        if (names_.insert(word).second) list += (list.empty() ? "" : ", ") + word;
      }
      if (!list.empty() && lmp->comm->me == 0)
        utils::logmesg(lmp, "GRANULAR-SRT: " + list + " left to LAMMPS\n");
    }

    [[nodiscard]] bool contains(std::string_view name) const
    {
      // "granular/kk/device", "granular/kk", "granular"
      for (;; name = name.substr(0, name.rfind('/'))) {
        if (names_.contains(name)) return true;
        if (name == host_name(name)) return false;
      }
    }

   private:
    std::set<std::string, std::less<>> names_;
  };

  // Creator of the style that LAMMPS has under this name; null if there is none, or if it is `own`.
  template <class Creator> Creator *present(const auto &styles, const std::string &name, Creator *own)
  {
    const auto found = styles.find(name);
    if (found == styles.end()) return nullptr;
    const auto creator = reinterpret_cast<Creator *>(found->second);
    return creator == own ? nullptr : creator;
  }

  void register_table(LAMMPS *lmp, std::span<const StyleEntry> table, const NamesLeftToLammps &left,
                      const Register &add)
  {
    add_style_table(table);
    for (const auto &entry : table) {
      lammpsplugin_t style{};
      style.style = entry.kind;

      // LAMMPS' own style gets a second name before its own is taken.
      style.name = entry.builtin_name.c_str();
      style.info = "LAMMPS' own style under a second name";
      if (entry.pair)
        style.creator.v1 = present(*lmp->force->pair_map, entry.name, entry.pair);
      else
        style.creator.v2 = present(*lmp->modify->fix_map, entry.name, entry.fix);
      if (!entry.builtin_name.empty() && style.creator.v1) add(style);

      if (left.contains(entry.name)) continue;
      style.name = entry.name.c_str();
      style.info = entry.info;
      if (entry.pair)
        style.creator.v1 = entry.pair;
      else
        style.creator.v2 = entry.fix;
      add(style);
    }
  }

}    // namespace

void register_styles(LAMMPS *lmp, const InstallationNames &installation, const Register &add)
{
  begin_announcements(lmp);
  const NamesLeftToLammps left(lmp, host_styles, installation);
  register_table(lmp, host_styles, left, add);
#ifdef GRANULAR_SRT_KOKKOS
  register_table(lmp, kokkos_styles(), left, add);
#endif
}

bool has_another_copy(const LAMMPS *lmp)
{
  for (const StyleEntry &entry : host_styles)
    if (is_internal(entry.name) && present(*lmp->modify->fix_map, entry.name, entry.fix)) return true;
  return false;
}

}    // namespace granular_srt
