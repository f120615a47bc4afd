#pragma once

#include "device_engine.h"

#include "pair/history_fix.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "kokkos_base.h"

namespace granular_srt {

/// The fix that connects the histories of DeviceEngine to LAMMPS: growth, sorting, migration and restart of histories
/// stored with the atoms.
class FixContactHistoryKokkos : public HistoryFix, public LAMMPS_NS::KokkosBase {
 public:
  FixContactHistoryKokkos(LAMMPS_NS::LAMMPS *lammps, int narg, char **arg) : HistoryFix(lammps, narg, arg)
  {
    // the name in restart files: data of the host style and of this one are the same
    delete[] style;
    style = LAMMPS_NS::utils::strdup("NEIGH_HISTORY_GRANULAR_SRT");
    kokkosable = 1;
    exchange_comm_device = sort_device = 1;
    execution_space = SphereViews::space;
    datamask_read = datamask_modify = EMPTY_MASK;
  }

  void connect(ContactEngine &engine) override
  {
    contacts_ = &dynamic_cast<DeviceEngine &>(engine);
    HistoryFix::connect(engine);
  }

  double memory_usage() override { return contacts_->stored().memory_usage(); }

  void sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter) override
  {
    sort_records(contacts_->stored(), sorter);
  }
  int pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d k_sendlist,
                           DAT::tdual_int_1d k_copylist, LAMMPS_NS::ExecutionSpace space) override
  {
    return pack_leaving(contacts_->stored(), nsend, k_sendlist, k_copylist, k_buf, space);
  }
  void unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf, DAT::tdual_int_1d &k_indices, int nrecv,
                              int nrecv1, int nextrarecv1, LAMMPS_NS::ExecutionSpace space) override
  {
    unpack_arriving(contacts_->stored(), nrecv, k_indices, k_buf, nrecv1, nextrarecv1, space);
  }

 protected:
  void store() override
  {
    int most = contacts_->store();
    // Every rank has room for what any rank may send.
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, world);
    make_room(most);
  }

 private:
  DeviceEngine *contacts_ = nullptr;
};

}    // namespace granular_srt
