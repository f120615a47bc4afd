#pragma once

#include "host_threads.h"

#include "host/ghost_rows.h"
#include "pair/pair_granular_srt.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "atom_vec_sphere_kokkos.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "kokkos.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace granular_srt {

/// Replaces the atom style sphere/kk, whose arrays belong to AtomKokkos.
inline constexpr auto replace_kokkos_style = [](LAMMPS_NS::Atom *atom, auto *style) {
  delete std::exchange(atom->avec, style);
  dynamic_cast<LAMMPS_NS::AtomKokkos *>(atom)->avecKK = style;
};

/// Stops or warns where LAMMPS 4 Jul 2026 packs messages on a device and does it wrong: comm_style tiled
/// (CommTiledKokkos::grow_recv_kokkos()), particles that leave (CommKokkos::exchange_device()).
inline void check_communication(const LAMMPS_NS::LAMMPS &lmp, const std::string &pair)
{
  using LAMMPS_NS::Comm;
  const Comm &comm = *lmp.comm;
  const auto &faces = lmp.domain->boundary;
  constexpr int fixed = 1;
  if (comm.style == Comm::TILED && comm.nprocs > 2 && !lmp.kokkos->forward_comm_legacy)
    lmp.error->all(
        FLERR,
        "Pair style {}: LAMMPS mixes up the messages of comm_style tiled that a device packs: use package "
        "kokkos comm/forward no",
        pair);
  if (comm.style == Comm::BRICK && comm.nprocs == 1 && !lmp.kokkos->exchange_comm_legacy &&
      std::count(&faces[0][0], &faces[0][0] + 6, fixed) > 0)
    lmp.error->warning(
        FLERR,
        "Pair style {}: on one rank LAMMPS does not delete particles that leave a device through a fixed "
        "face of the box: use package kokkos comm/exchange no if some may leave",
        pair);
}

/// pair_style granular/kk on a host (OpenMP, Serial): the loop of pair_style granular with half neighbor lists,
/// shared by the threads of Kokkos. One thread gives the same bits as pair_style granular.
class PairGranularThreads : public PairGranularSrt {
 public:
  explicit PairGranularThreads(LAMMPS_NS::LAMMPS *lammps, const char *name = "granular") :
      PairGranularSrt(lammps, name)
  {
    kokkosable = 1;
    execution_space = LAMMPS_NS::Host;
    datamask_read = X_MASK | V_MASK | OMEGA_MASK | F_MASK | TORQUE_MASK | TYPE_MASK | MASK_MASK | RMASS_MASK |
        RADIUS_MASK | TAG_MASK;
    datamask_modify = F_MASK | TORQUE_MASK;
  }

  void init_style() override
  {
    PairGranularSrt::init_style();
    check_communication(*lmp, name_);
  }

  void compute(int eflag, int vflag) override
  {
    atomKK->sync(execution_space, datamask_read);
    PairGranularSrt::compute(eflag, vflag);
    atomKK->modified(execution_space, datamask_modify);
  }

 protected:
  [[nodiscard]] std::string evaluation_summary(const std::string &instruction_set) const override
  {
    return fmt::format("{}, on {} threads", instruction_set, threads_.count());
  }
  /// The pair style's own list is made by one thread.
  [[nodiscard]] bool may_make_list() const override { return false; }
  void sync_host() override { atomKK->sync(LAMMPS_NS::Host, datamask_read); }
  /// By one thread: LAMMPS packs no ghosts on a device here.
  std::unique_ptr<GhostPacking> make_ghost_packing() override
  {
    using Own = LAMMPS_NS::AtomVecSphereKokkos;
    return std::make_unique<GhostPackingOf<Own, GhostRows<Own>, replace_kokkos_style>>(lmp);
  }
  [[nodiscard]] const Workers *workers() const override { return &threads_; }

 private:
  HostThreads threads_;
};

}    // namespace granular_srt
