#pragma once

#include "host_threads.h"

#include "ghosts/ghost_rows.h"

#include "atom_vec_sphere_kokkos.h"

#include <vector>

namespace granular_srt {

/// GhostRows of atom_style sphere/kk on a host, shared by its threads. Swaps of a rank with itself that follow one another
/// are done in one loop: a particle, its ghosts, and the ghosts that later swaps make of these are one family, which one
/// thread takes, in the order of the swaps. So the bits are those of one thread.
class SharedGhostRows : public GhostRows<LAMMPS_NS::AtomVecSphereKokkos> {
  using OneThread = GhostRows<LAMMPS_NS::AtomVecSphereKokkos>;

 public:
  explicit SharedGhostRows(LAMMPS_NS::LAMMPS *lmp);

  int pack_comm_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override;
  void unpack_reverse(int n, int *list, double *buf) override;

  // LAMMPS makes new ghosts
  int pack_border(int n, int *list, double *buf, int pbc_flag, int *pbc) override;
  int pack_border_vel(int n, int *list, double *buf, int pbc_flag, int *pbc) override;

 private:
  struct Link {
    int ghost, original, swap;
  };

  /// Swaps of this rank with itself, one after the other.
  struct Group {
    int first_swap, last_swap;
    std::vector<Link> links;      ///< family after family, in one of them in the order of the ghosts
    std::vector<int> part;        ///< [threads + 1] where the links of each thread begin
  };

  HostThreads threads_;
  std::vector<Group> groups_;    ///< those that were needed since LAMMPS has made the ghosts

  [[nodiscard]] bool shares() const;
  const Group &group_of(const OwnSwap &own);
  [[nodiscard]] Group made_of(int first_swap, int last_swap) const;
  void forward(const Group &group);
  void reverse(const Group &group);
};

}    // namespace granular_srt
