#pragma once

#include "contact_slots.h"

#include "pair/history_fix.h"

#include "kokkos_base.h"

#include <memory>

namespace granular_srt {

/// The fix that connects DeviceStoredContacts to LAMMPS: growth, sorting, migration and restart of the contact
/// histories. While a neighbor list is valid, ContactSlots have the histories.
class FixContactHistoryKokkos : public HistoryFix, public LAMMPS_NS::KokkosBase {
 public:
  FixContactHistoryKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg);
  ~FixContactHistoryKokkos() override;

  /// \param slots  of the pair style, from which this fix stores
  void set_slots(const std::shared_ptr<ContactSlots> &slots) { slots_ = slots; }
  /// Gives the contacts of a new neighbor list their histories, or zeros.
  void fill_histories(ContactSlots &slots);

  /// The slots are made anew, for the new neighbor list.
  void post_neighbor() override;

  double memory_usage() override { return stored_.memory_usage(); }

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter) override { sort_records(stored_, sorter); }
  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d k_sendlist,
                           DAT::tdual_int_1d k_copylist, LAMMPS_NS::ExecutionSpace space) override;
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices, int nrecv,
                              int nrecv1, int nextrarecv1, LAMMPS_NS::ExecutionSpace space) override;

 protected:
  [[nodiscard]] StoredPairHistories &stored() override { return stored_; }
  [[nodiscard]] bool active() const override { return active_ && slots_; }
  void sync_ids() override;
  void store() override;
  void deactivate() override { active_ = false; }

 private:
  DeviceStoredContacts stored_;
  std::shared_ptr<ContactSlots> slots_;
  bool active_ = false;    // whether the slots hold the histories
};

}    // namespace granular_srt
