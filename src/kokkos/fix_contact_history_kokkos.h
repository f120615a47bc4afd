#pragma once

#include "contact_slots.h"
#include "sphere_views.h"

#include "pair/history_fix.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "kokkos_base.h"

#include <memory>

namespace granular_srt {

/// The fix that connects DeviceStoredContacts to LAMMPS: growth, sorting, migration and restart of the contact
/// histories. While a neighbor list is valid, ContactSlots have the histories.
class FixContactHistoryKokkos : public HistoryFix, public LAMMPS_NS::KokkosBase {
 public:
  FixContactHistoryKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg) :
      HistoryFix(lammps, narg, arg), stored_{doubles_}
  {
    // the name in restart files: data of the host style and of this one are the same
    delete[] style;
    style = LAMMPS_NS::utils::strdup("NEIGH_HISTORY_GRANULAR_SRT");
    kokkosable = 1;
    exchange_comm_device = sort_device = 1;
    execution_space = SphereViews::space;
    datamask_read = datamask_modify = EMPTY_MASK;
    stored_.grow(atom->nmax);
  }
  // The pair style stays, and gets another fix or none.
  ~FixContactHistoryKokkos() override
  {
    if (slots_) slots_->invalidate();
  }

  /// \param slots  of the pair style, from which this fix stores
  void set_slots(const std::shared_ptr<ContactSlots> &slots) { slots_ = slots; }
  /// Gives the contacts of a new neighbor list their histories, or zeros.
  void fill_histories(ContactSlots &slots)
  {
    atomKK->sync(SphereViews::space, TAG_MASK);
    slots.fill_histories(stored_, *atomKK);
    active_ = true;
  }

  /// The slots go on to have the histories: a command before a run without setup has ended their time.
  void keep_histories() { active_ = true; }

  /// The pair style takes the new neighbor list when it computes, and calls fill_histories() then.
  void post_neighbor() override
  {
    HistoryFix::post_neighbor();
    if (slots_) slots_->invalidate();
  }

  double memory_usage() override { return stored_.memory_usage(); }

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter) override { sort_records(stored_, sorter); }
  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d k_sendlist,
                           DAT::tdual_int_1d k_copylist, LAMMPS_NS::ExecutionSpace space) override
  {
    return pack_leaving(stored_, nsend, k_sendlist, k_copylist, k_buf, space);
  }
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices, int nrecv,
                              int nrecv1, int nextrarecv1, LAMMPS_NS::ExecutionSpace space) override
  {
    unpack_arriving(stored_, nrecv, k_indices, k_buf, nrecv1, nextrarecv1, space);
  }

 protected:
  [[nodiscard]] StoredPairHistories &stored() override { return stored_; }
  [[nodiscard]] bool active() const override { return active_ && slots_; }
  void sync_ids() override { atomKK->sync(LAMMPS_NS::Host, TAG_MASK); }
  void store() override
  {
    atomKK->sync(SphereViews::space, TAG_MASK | TYPE_MASK);
    int most = slots_->store(stored_, *atomKK);
    // Every rank has room for what any rank may send.
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, world);
    make_room(most);
  }
  void deactivate() override { active_ = false; }

 private:
  DeviceStoredContacts stored_;
  std::shared_ptr<ContactSlots> slots_;
  bool active_ = false;    // whether the slots hold the histories
};

}    // namespace granular_srt
