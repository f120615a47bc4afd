#include "kokkos_styles.h"
#include "engines.h"
#include "fix_contact_history_kokkos.h"
#include "fix_energy_ledger_kokkos.h"
#include "fix_last_step_kokkos.h"
#include "fix_nph_sphere_kokkos.h"
#include "fix_wall_granular_kokkos.h"
#include "sphere_views.h"
#include "verlet_granular_kokkos.h"

#include "pair/pair_styles.h"

#include <type_traits>
#include <utility>
#include <vector>

namespace granular_srt {
namespace {

  // On a host with half neighbor lists, threads share the loop of the style without /kk.
  template <auto device, auto host, class... Arguments>
  void *create_where_it_runs(void *lmp, Arguments... arguments)
  {
    return runs_on_device(static_cast<LAMMPS_NS::LAMMPS *>(lmp)) ? device(lmp, arguments...)
                                                                 : host(lmp, arguments...);
  }

  template <bool device> void *create_wall_at(void *lmp, int narg, char **arg)
  {
    return create_wall(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg, device);
  }

  /// Adds NAME/kk, NAME/kk/device and NAME/kk/host for a style NAME without a creator.
  /// \tparam device, host  creators
  template <auto device, auto host> void add(std::vector<StyleEntry> &table, const StyleEntry &style)
  {
    using Creator = decltype(device);
    const Creator where_it_runs = create_where_it_runs<device, host>;
    for (const auto &[ending, create] :
         {std::pair{"/kk", where_it_runs}, {"/kk/device", device}, {"/kk/host", host}}) {
      StyleEntry &entry = table.emplace_back(style);
      entry.name += ending;
      if (!entry.builtin_name.empty()) entry.builtin_name += ending;
      if constexpr (std::is_same_v<Creator, lammpsplugin_factory1 *>)
        entry.pair = create;
      else
        entry.fix = create;
    }
  }

  template <const GranStyle &style>
  void add_gran(std::vector<StyleEntry> &table, const char *builtin_name = "")
  {
    add<create_gran<style, device_evaluation>, create_gran<style, threads_evaluation>>(
        table, pair_entry<PairGranularSrt>(style.name, style.info, builtin_name, nullptr));
  }

  void add_wall(std::vector<StyleEntry> &table, const char *name, const char *builtin_name = "")
  {
    add<create_wall_at<true>, create_wall_at<false>>(
        table,
        fix_entry<FixWallGranular>(name, "walls with the contact models of pair_style granular, for KOKKOS",
                                   builtin_name, nullptr));
  }

  std::vector<StyleEntry> all_styles()
  {
    // The fixes are internal: made by pair_style granular/kk on a device. A name with /kk would be chosen by -sf kk for threads
    // on a host too.
    std::vector<StyleEntry> all = {
        fix_entry<FixContactHistoryKokkos>("NEIGH_HISTORY_GRANULAR_SRT_KK",
                                           "contact history of pair_style granular/kk"),
        fix_entry<FixEnergyLedgerKokkos>(FixEnergyLedger::kokkos_style,
                                         "energy ledger of compute granular/energy"),
        fix_entry<FixLastStepKokkos>("GRANULAR_SRT_LAST_STEP_KK",
                                     "state of the last step, for runs that go on"),
        run_entry<VerletGranularKokkos>("verlet/granular/kk", "verlet/kk with fewer kernels and waits")};
    constexpr const char *granular =
        "granular contact with sliding, rolling and twisting friction, for KOKKOS";
    add<create_granular<device_evaluation>, create_granular<threads_evaluation>>(
        all, pair_entry<PairGranularSrt>("granular", granular, "", nullptr));
    add_gran<gran_hooke>(all);
    add_gran<gran_hooke_history>(all, "gran/hooke/history/builtin");
    add_gran<gran_hertz_history>(all);
    using Nph = FixNphSphereKokkos<LMPDeviceType>;
    add<create_fix<Nph>, create_fix<FixNphSphereKokkos<LMPHostType>>>(
        all,
        fix_entry<FixNphSphereSrt>("nph/sphere", "triclinic barostat for spheres, for KOKKOS",
                                   "nph/sphere/builtin", nullptr));
    add_wall(all, "wall/granular");
    add_wall(all, "wall/granular/region");
    add_wall(all, "wall/gran", "wall/gran/builtin");
    add_wall(all, "wall/gran/region");
    return all;
  }

}    // namespace

std::span<const StyleEntry> kokkos_styles()
{
  static const std::vector<StyleEntry> table = all_styles();
  return table;
}

}    // namespace granular_srt
