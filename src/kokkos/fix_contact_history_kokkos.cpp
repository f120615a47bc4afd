#include "fix_contact_history_kokkos.h"
#include "sphere_views.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

using namespace LAMMPS_NS;

namespace granular_srt {

FixContactHistoryKokkos::FixContactHistoryKokkos(LAMMPS *lammps, int narg, char **arg) :
    HistoryFix(lammps, narg, arg), stored_{doubles_}
{
  // the name in restart files: data of the host style and of this one are the same
  delete[] style;
  style = utils::strdup("NEIGH_HISTORY_GRANULAR_SRT");
  kokkosable = 1;
  exchange_comm_device = sort_device = 1;
  execution_space = SphereViews::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
  stored_.grow(atom->nmax);
}

// The pair style stays, and gets another fix or none.
FixContactHistoryKokkos::~FixContactHistoryKokkos()
{
  if (slots_) slots_->invalidate();
}

void FixContactHistoryKokkos::store()
{
  atomKK->sync(SphereViews::space, TAG_MASK);
  int mine = slots_->store(stored_, atomKK->k_tag.view<LMPDeviceType>(), atom->nlocal);
  // Every rank has room for what any rank may send.
  int most = 0;
  MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, world);
  make_room(most);
}

// The pair style takes the new neighbor list when it computes, and calls fill_histories() then.
void FixContactHistoryKokkos::post_neighbor()
{
  HistoryFix::post_neighbor();
  if (slots_) slots_->invalidate();
}

void FixContactHistoryKokkos::fill_histories(ContactSlots &slots)
{
  atomKK->sync(SphereViews::space, TAG_MASK);
  slots.fill_histories(stored_, atomKK->k_tag.view<LMPDeviceType>());
  active_ = true;
}

/* ---- histories travel with their atoms, and into restart files ---- */

int FixContactHistoryKokkos::pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                                                  DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                                                  ExecutionSpace space)
{
  return pack_leaving(stored_, nsend, k_sendlist, k_copylist, k_buf, space);
}

void FixContactHistoryKokkos::unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf,
                                                     DAT::tdual_int_1d &k_indices, int nrecv, int nrecv1,
                                                     int nextrarecv1, ExecutionSpace space)
{
  unpack_arriving(stored_, nrecv, k_indices, k_buf, nrecv1, nextrarecv1, space);
}

void FixContactHistoryKokkos::sync_ids()
{
  atomKK->sync(Host, TAG_MASK);
}

}    // namespace granular_srt
