#include "kokkos_styles.h"
#include "engines.h"
#include "fix_contact_history_kokkos.h"
#include "fix_energy_ledger_kokkos.h"
#include "fix_last_step_kokkos.h"
#include "fix_nph_sphere_kokkos.h"
#include "fix_wall_granular_kokkos.h"
#include "sphere_views.h"

#include "pair/pair_styles.h"

#include <array>

namespace granular_srt {
namespace {

  // On a host with half neighbor lists, threads share the loop of the style without /kk.
  bool threads_share_loop(void *lmp)
  {
    return !runs_on_device(static_cast<LAMMPS_NS::LAMMPS *>(lmp));
  }

  void *create_granular_anywhere(void *lmp)
  {
    return threads_share_loop(lmp) ? create_granular<threads_evaluation>(lmp)
                                   : create_granular<device_evaluation>(lmp);
  }

  template <const GranStyle &style> void *create_gran_anywhere(void *lmp)
  {
    return threads_share_loop(lmp) ? create_gran<style, threads_evaluation>(lmp)
                                   : create_gran<style, device_evaluation>(lmp);
  }

  template <const GranStyle &style>
  constexpr StyleEntry gran_entry_at(const char *name, const char *builtin_name,
                                     lammpsplugin_factory1 *create)
  {
    return pair_entry<PairGranularSrt>(name, style.info, builtin_name, create);
  }

  void *create_wall_anywhere(void *lmp, int narg, char **arg)
  {
    return create_wall(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg, !threads_share_loop(lmp));
  }

  template <bool device> void *create_wall_at(void *lmp, int narg, char **arg)
  {
    return create_wall(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg, device);
  }

  constexpr StyleEntry wall_entry(const char *name, const char *builtin_name, lammpsplugin_factory2 *create)
  {
    return fix_entry<FixWallGranular>(
        name, "walls with the contact models of pair_style granular, for KOKKOS", builtin_name, create);
  }

}    // namespace

std::span<const StyleEntry> kokkos_styles()
{
  using Nph = FixNphSphereKokkos<LMPDeviceType>;
  using NphHost = FixNphSphereKokkos<LMPHostType>;
  static constexpr const char *nph = "triclinic barostat for spheres, for KOKKOS";
  static constexpr const char *granular =
      "granular contact with sliding, rolling and twisting friction, for KOKKOS";
  static constexpr std::array table = {
      pair_entry<PairGranularSrt>("granular/kk", granular, nullptr, create_granular_anywhere),
      pair_entry<PairGranularSrt>("granular/kk/device", granular, nullptr,
                                  create_granular<device_evaluation>),
      pair_entry<PairGranularSrt>("granular/kk/host", granular, nullptr, create_granular<threads_evaluation>),
      gran_entry_at<gran_hooke>("gran/hooke/kk", nullptr, create_gran_anywhere<gran_hooke>),
      gran_entry_at<gran_hooke>("gran/hooke/kk/device", nullptr, create_gran<gran_hooke, device_evaluation>),
      gran_entry_at<gran_hooke>("gran/hooke/kk/host", nullptr, create_gran<gran_hooke, threads_evaluation>),
      gran_entry_at<gran_hooke_history>("gran/hooke/history/kk", "gran/hooke/history/builtin/kk",
                                        create_gran_anywhere<gran_hooke_history>),
      gran_entry_at<gran_hooke_history>("gran/hooke/history/kk/device",
                                        "gran/hooke/history/builtin/kk/device",
                                        create_gran<gran_hooke_history, device_evaluation>),
      gran_entry_at<gran_hooke_history>("gran/hooke/history/kk/host", "gran/hooke/history/builtin/kk/host",
                                        create_gran<gran_hooke_history, threads_evaluation>),
      gran_entry_at<gran_hertz_history>("gran/hertz/history/kk", nullptr,
                                        create_gran_anywhere<gran_hertz_history>),
      gran_entry_at<gran_hertz_history>("gran/hertz/history/kk/device", nullptr,
                                        create_gran<gran_hertz_history, device_evaluation>),
      gran_entry_at<gran_hertz_history>("gran/hertz/history/kk/host", nullptr,
                                        create_gran<gran_hertz_history, threads_evaluation>),
      // Internal: made by pair_style granular/kk on a device. A name with /kk would be chosen by -sf kk for threads
      // on a host too.
      fix_entry<FixContactHistoryKokkos>("NEIGH_HISTORY_GRANULAR_SRT_KK",
                                         "contact history of pair_style granular/kk"),
      fix_entry<FixEnergyLedgerKokkos>(FixEnergyLedger::kokkos_style,
                                       "energy ledger of compute granular/energy"),
      fix_entry<FixLastStepKokkos>("GRANULAR_SRT_LAST_STEP_KK",
                                   "state of the last step, for runs that go on"),
      fix_entry<Nph>("nph/sphere/kk", nph, "nph/sphere/builtin/kk"),
      fix_entry<Nph>("nph/sphere/kk/device", nph, "nph/sphere/builtin/kk/device"),
      fix_entry<NphHost>("nph/sphere/kk/host", nph, "nph/sphere/builtin/kk/host"),
      wall_entry("wall/granular/kk", nullptr, create_wall_anywhere),
      wall_entry("wall/granular/kk/device", nullptr, create_wall_at<true>),
      wall_entry("wall/granular/kk/host", nullptr, create_wall_at<false>),
      wall_entry("wall/granular/region/kk", nullptr, create_wall_anywhere),
      wall_entry("wall/granular/region/kk/device", nullptr, create_wall_at<true>),
      wall_entry("wall/granular/region/kk/host", nullptr, create_wall_at<false>),
      wall_entry("wall/gran/kk", "wall/gran/builtin/kk", create_wall_anywhere),
      wall_entry("wall/gran/kk/device", "wall/gran/builtin/kk/device", create_wall_at<true>),
      wall_entry("wall/gran/kk/host", "wall/gran/builtin/kk/host", create_wall_at<false>),
      wall_entry("wall/gran/region/kk", nullptr, create_wall_anywhere),
      wall_entry("wall/gran/region/kk/device", nullptr, create_wall_at<true>),
      wall_entry("wall/gran/region/kk/host", nullptr, create_wall_at<false>),
  };
  return table;
}

}    // namespace granular_srt
