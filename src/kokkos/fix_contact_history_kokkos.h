#pragma once

#include "contact_slots.h"

#include "styles/pair/fix_contact_history.h"

#include "kokkos_base.h"

namespace granular_srt {

/// Keeps what contacts remember with their atoms while there is no neighbor list: through sorting,
/// migration and restart, on the device. Between, ContactSlots has it.
///
/// Every atom stores all its partners as it sees them itself, which is also what FixContactHistory writes:
/// restart files of the host style and of this one are the same.
class FixContactHistoryKokkos : public FixContactHistory, public LAMMPS_NS::KokkosBase {
 public:
  FixContactHistoryKokkos(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~FixContactHistoryKokkos() override;

  /// The slots to store from; null when their owner is gone.
  void use(ContactSlots *slots) { slots_ = slots; }
  /// Gives the contacts of a new neighbor list what they remember, or zeros.
  void recall(ContactSlots &slots);

  void pre_exchange() override;
  void post_neighbor() override;

  void grow_arrays(int nmax) override;
  void copy_arrays(int from, int to, int) override;
  void set_arrays(int i) override;
  int pack_exchange(int i, double *buf) override;
  int unpack_exchange(int nlocal, double *buf) override;
  int pack_restart(int i, double *buf) override;
  void unpack_restart(int nlocal, int nth) override;
  int size_restart(int nlocal) override;
  int maxsize_restart() override;
  double memory_usage() override;

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter) override;
  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                           DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                           LAMMPS_NS::ExecutionSpace space) override;
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices, int nrecv,
                              int nrecv1, int nextrarecv1, LAMMPS_NS::ExecutionSpace space) override;

 private:
  using Device = LMPDeviceType;
  using Tags = Kokkos::DualView<LAMMPS_NS::tagint **, Kokkos::LayoutRight, Device>;
  using Values = Kokkos::DualView<double **, Kokkos::LayoutRight, Device>;

  LAMMPS_NS::AtomKokkos *atoms_;
  ContactSlots *slots_ = nullptr;
  Kokkos::DualView<int *, Device> count_;    ///< [atom] partners
  Tags partner_;                             ///< [atom][k] atom IDs
  Values value_;                             ///< [atom][k * doubles + ...]

  void sync_host();
  void modify_host();
  void sync_device();
  void modify_device();
  void widen(int partners);
  int put(int i, double *buf) const;
  int get(int i, const double *buf);
};

}    // namespace granular_srt
