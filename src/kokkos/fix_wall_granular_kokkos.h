#pragma once

#include "wall_pass.h"

#include "wall/fix_wall_granular.h"

namespace granular_srt {

/// fix wall/granular/kk, and /kk forms of its other names, on a device (CUDA, HIP) and on a host with `package kokkos
/// neigh full`: planes and cylinders, without heat and without output per atom. In a step, no per-atom data are copied
/// between host and device; masses of rigid bodies are copied with a new neighbor list.
class FixWallGranularKokkos : public FixWallGranular, public LAMMPS_NS::KokkosBase {
 public:
  FixWallGranularKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg, Wall &&wall);

  void post_force(int vflag) override;

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter) override;
  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d k_sendlist,
                           DAT::tdual_int_1d k_copylist, LAMMPS_NS::ExecutionSpace space) override;
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices, int nrecv,
                              int nrecv1, int nextrarecv1, LAMMPS_NS::ExecutionSpace space) override;

 protected:
  void sync_host() override;
  StoredHistories &stored_history() override { return device_history_; }

 private:
  using Device = WallPass::Device;

  DeviceWallHistory device_history_;
  Kokkos::View<double *, Device> device_body_mass_;
  TensorOfAtoms virial_of_atom_;

  void copy_body_masses();
  [[nodiscard]] WallPass wall_pass();
  template <class Accounts, class List, class Compiled>
  [[nodiscard]] typename Accounts::template Sums<WallSums> evaluate(List laws, Compiled compiled_of);
  [[nodiscard]] WallSums evaluate_with_accounts(ContactLedger &ledger);
  void list_contacts(ContactLedger &ledger);
  void add_sums(const WallSums &sums);
};

/// Makes the fix of a /kk name: the one above where the wall can be on a device, else that of the host. The log says so
/// in a line if a device was asked for.
/// \param device  whether the wall shall be on the device
LAMMPS_NS::Fix *create_wall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, bool device);

}    // namespace granular_srt
