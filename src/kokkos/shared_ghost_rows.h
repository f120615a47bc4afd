#pragma once

#include "host_threads.h"

#include "host/ghost_packing.h"
#include "host/ghost_rows.h"

#include "atom_vec_sphere_kokkos.h"

#include <memory>
#include <vector>

namespace granular_srt {

/// GhostRows of atom_style sphere/kk on a host, shared by its threads. Consecutive swaps of a rank with itself are done
/// in one loop. A particle, its ghosts, and the ghosts that later swaps make of these are a family. One thread copies a
/// family, in the order of the swaps, so any number of threads gives the same bits.
class SharedGhostRows : public GhostRows<LAMMPS_NS::AtomVecSphereKokkos> {
  using OneThread = GhostRows<LAMMPS_NS::AtomVecSphereKokkos>;

 public:
  explicit SharedGhostRows(LAMMPS_NS::LAMMPS *lammps);

  int pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override;
  void unpack_reverse(int n, int *list, double *buf) override;

  // LAMMPS calls these when it makes new ghosts.
  int pack_border(int n, int *list, double *buf, int pbc_flag, int *pbc) override;
  int pack_border_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override;

 private:
  struct Link {
    int ghost, original, swap;
  };

  /// Consecutive swaps of this rank with itself.
  struct Group {
    int first_swap, last_swap;
    std::vector<Link> links;    ///< family by family, each in the order of its ghosts
    std::vector<int> part;      ///< [threads + 1] first link of each thread
  };

  HostThreads threads_;
  std::vector<Group> groups_;    ///< made on demand since LAMMPS made the ghosts

  [[nodiscard]] bool threads_share() const;
  const Group &group_of(const OwnSwap &swap);
  [[nodiscard]] Group make_group(int first_swap, int last_swap) const;
  void forward(const Group &group);
  void reverse(const Group &group);
};

/// For atom_style sphere/kk. LAMMPS calls the atom style for ghosts with "package kokkos comm no", the default on hosts.
std::unique_ptr<GhostPacking> make_kokkos_sphere_packing(LAMMPS_NS::LAMMPS *lmp);

}    // namespace granular_srt
