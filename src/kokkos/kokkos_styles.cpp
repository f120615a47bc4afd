#include "kokkos_styles.h"

#include "fix_contact_history_kokkos.h"
#include "fix_nph_sphere_kokkos.h"
#include "pair_granular_device.h"
#include "pair_granular_threads.h"

#include "kokkos.h"

#include <array>
#include <type_traits>

namespace granular_srt {
namespace {

  constexpr bool device_is_host = std::is_same_v<LMPDeviceType, LMPHostType>;

  // On a host with half neighbor lists, threads share the loop of the style without /kk.
  void *create_pair_granular(void *lammps)
  {
    auto *lmp = static_cast<LAMMPS_NS::LAMMPS *>(lammps);
    const bool full_lists = lmp->kokkos && lmp->kokkos->neighflag == FULL;
    if (device_is_host && !full_lists) return new PairGranularThreads(lmp);
    return new PairGranularDevice(lmp);
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
      pair_entry<PairGranularSrt>("granular/kk", granular, nullptr, create_pair_granular),
      pair_entry<PairGranularDevice>("granular/kk/device", granular),
      pair_entry<PairGranularThreads>("granular/kk/host", granular),
      // Internal: made by pair_style granular/kk on a device. A name with /kk would be chosen by -sf kk for threads
      // on a host too.
      fix_entry<FixContactHistoryKokkos>("NEIGH_HISTORY_GRANULAR_SRT_KK",
                                         "contact history of pair_style granular/kk"),
      fix_entry<Nph>("nph/sphere/kk", nph, "nph/sphere/builtin/kk"),
      fix_entry<Nph>("nph/sphere/kk/device", nph, "nph/sphere/builtin/kk/device"),
      fix_entry<NphHost>("nph/sphere/kk/host", nph, "nph/sphere/builtin/kk/host"),
  };
  return table;
}

}    // namespace granular_srt
