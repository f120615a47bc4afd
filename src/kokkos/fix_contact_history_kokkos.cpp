#include "fix_contact_history_kokkos.h"
#include "host_style.h"
#include "sphere_views.h"

#include "atom_kokkos.h"
#include "atom_masks.h"

#include <algorithm>
#include <cstdlib>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using Device = LMPDeviceType;

  char history_style[] = "NEIGH_HISTORY_GRANULAR_SRT";

  DeviceStoredContacts::Buffer whole(DAT::tdual_double_2d_lr &k_buf)
  {
    return DeviceStoredContacts::Buffer(k_buf.view<Device>().data(), k_buf.extent(0) * k_buf.extent(1));
  }

}    // namespace

FixContactHistoryKokkos::FixContactHistoryKokkos(LAMMPS *lmp, int narg, char **arg) :
    HistoryFix(lmp, narg, with_style(history_style, narg, arg).data()),
    atoms_{dynamic_cast<AtomKokkos *>(lmp->atom)}, stored_{doubles_}
{
  kokkosable = 1;
  exchange_comm_device = sort_device = 1;
  execution_space = SphereViews::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;
  FixContactHistoryKokkos::grow_arrays(atom->nmax);
}

FixContactHistoryKokkos::~FixContactHistoryKokkos()
{
  if (slots_) slots_->drop();
}

void FixContactHistoryKokkos::make_room(int partners)
{
  maxexchange = (doubles_ + 1) * std::max(partners, most_partners_) + 3;
  stored_.widen(partners);
}

void FixContactHistoryKokkos::store()
{
  atoms_->sync(SphereViews::space, TAG_MASK);
  int most = stored_.count_partners(*slots_, atom->nlocal);
  // Every rank has room for what any rank may send.
  MPI_Allreduce(&most, &most_partners_, 1, MPI_INT, MPI_MAX, world);
  make_room(most_partners_);
  stored_.store(*slots_, atoms_->k_tag.view<Device>(), atom->nlocal);
}

// The pair style takes the new neighbor list when it computes, and calls recall() then.
void FixContactHistoryKokkos::post_neighbor()
{
  HistoryFix::post_neighbor();
  if (slots_) slots_->drop();
}

void FixContactHistoryKokkos::recall(ContactSlots &slots)
{
  atoms_->sync(SphereViews::space, TAG_MASK);
  stored_.recall(slots, atoms_->k_tag.view<Device>());
  active_ = true;
}

/* ---- histories travel with their atoms, and into restart files ---- */

int FixContactHistoryKokkos::pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                                                  DAT::tdual_int_1d k_sendlist, DAT::tdual_int_1d k_copylist,
                                                  ExecutionSpace)
{
  k_sendlist.sync<Device>();
  k_copylist.sync<Device>();
  return stored_.pack_leaving(nsend, k_sendlist.view<Device>(), k_copylist.view<Device>(), whole(k_buf));
}

void FixContactHistoryKokkos::unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf,
                                                     DAT::tdual_int_1d &k_indices, int nrecv, int nrecv1,
                                                     int nextrarecv1, ExecutionSpace)
{
  k_indices.sync<Device>();
  stored_.unpack_arriving(nrecv, k_indices.view<Device>(), whole(k_buf), nrecv1, nextrarecv1);
}

int FixContactHistoryKokkos::unpack(int i, const double *buf)
{
  const int partners = std::abs(static_cast<int>(buf[0]));
  if (partners > stored_.capacity()) {
    most_partners_ = partners;
    make_room(partners);
  }
  return stored_.unpack(i, buf);
}

void FixContactHistoryKokkos::sync_ids()
{
  atoms_->sync(Host, TAG_MASK);
}

}    // namespace granular_srt
