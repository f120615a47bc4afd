#include "fix_contact_history_kokkos.h"

#include "sphere_views.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "memory.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using Device = LMPDeviceType;
  using Counts = Kokkos::View<int *, Device>;
  using Partners = Kokkos::View<tagint **, Kokkos::LayoutRight, Device>;
  using Values = Kokkos::View<double **, Kokkos::LayoutRight, Device>;
  using Buffer = Kokkos::View<double *, Device, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Indices = ArrayTypes<Device>::t_int_1d;

  // What the atoms store.
  struct Store {
    Counts count;
    Partners partner;
    Values value;
    int doubles;

    KOKKOS_FUNCTION int length(const int i) const { return 1 + count(i) * (1 + doubles); }

    // a count, then for each partner its ID and its doubles; IDs are whole numbers below 2^53
    KOKKOS_FUNCTION void pack(const int i, double *to) const
    {
      *to++ = count(i);
      for (int k = 0; k < count(i); ++k) {
        *to++ = static_cast<double>(partner(i, k));
        for (int d = 0; d < doubles; ++d) *to++ = value(i, k * doubles + d);
      }
    }

    KOKKOS_FUNCTION void unpack(const int i, const double *from) const
    {
      count(i) = static_cast<int>(*from++);
      for (int k = 0; k < count(i); ++k) {
        partner(i, k) = static_cast<tagint>(*from++);
        for (int d = 0; d < doubles; ++d) value(i, k * doubles + d) = *from++;
      }
    }

    KOKKOS_FUNCTION void copy(const int from, const int to) const
    {
      count(to) = count(from);
      for (int k = 0; k < count(from); ++k) {
        partner(to, k) = partner(from, k);
        for (int d = 0; d < doubles; ++d) value(to, k * doubles + d) = value(from, k * doubles + d);
      }
    }
  };

  struct CountPartners {
    ContactSlots slots;
    Counts count;
    KOKKOS_FUNCTION void operator()(const int i, int &most) const
    {
      int partners = 0;
      if (i < slots.atoms)
        for (int s = slots.first(i); s < slots.first(i + 1); ++s) partners += slots.touch(s) != 0;
      count(i) = partners;
      if (partners > most) most = partners;
    }
  };

  struct StorePartners {
    ContactSlots slots;
    Store store;
    ArrayTypes<Device>::t_tagint_1d tag;
    KOKKOS_FUNCTION void operator()(const int i) const
    {
      int k = 0;
      for (int s = slots.first(i); s < slots.first(i + 1); ++s) {
        if (!slots.touch(s)) continue;
        store.partner(i, k) = tag(slots.neighbor(s) & NEIGHMASK);
        for (int d = 0; d < store.doubles; ++d)
          store.value(i, k * store.doubles + d) = slots.history(std::size_t(s) * store.doubles + d);
        ++k;
      }
    }
  };

  struct RecallPartners {
    ContactSlots slots;
    Store store;
    ArrayTypes<Device>::t_tagint_1d tag;
    KOKKOS_FUNCTION void operator()(const int i) const
    {
      for (int s = slots.first(i); s < slots.first(i + 1); ++s) {
        const tagint partner = tag(slots.neighbor(s) & NEIGHMASK);
        int k = 0;
        while (k < store.count(i) && store.partner(i, k) != partner) ++k;
        const bool known = k < store.count(i);
        slots.touch(s) = known;
        for (int d = 0; d < store.doubles; ++d)
          slots.history(std::size_t(s) * store.doubles + d) =
              known ? store.value(i, k * store.doubles + d) : 0.0;
      }
    }
  };

  // Places of the atoms that leave, in the buffer behind a table of these places.
  struct PlaceLeaving {
    Store store;
    Indices leaving;
    Buffer buffer;
    int many;
    KOKKOS_FUNCTION void operator()(const int k, int &sum, const bool final) const
    {
      if (final) buffer(k) = many + sum;
      sum += store.length(leaving(k));
    }
  };

  struct PackLeaving {
    Store store;
    Indices leaving;
    Buffer buffer;
    KOKKOS_FUNCTION void operator()(const int k) const
    {
      store.pack(leaving(k), &buffer(static_cast<int>(buffer(k))));
    }
  };

  // The last atoms fill the places of those that leave.
  struct FillGaps {
    Store store;
    Indices leaving, from;
    KOKKOS_FUNCTION void operator()(const int k) const
    {
      if (from(k) >= 0) store.copy(from(k), leaving(k));
    }
  };

  // Two messages, each with its own table of places.
  struct UnpackArriving {
    Store store;
    Indices places;
    Buffer buffer;
    int first_message_atoms, first_message_length;
    KOKKOS_FUNCTION void operator()(const int k) const
    {
      if (places(k) < 0) return;
      const bool second = k >= first_message_atoms;
      const int begin = second ? first_message_length : 0;
      const int row = begin + (second ? k - first_message_atoms : k);
      store.unpack(places(k), &buffer(begin + static_cast<int>(buffer(row))));
    }
  };

  // Restart files name the host fix: its data and this one's are the same.
  std::vector<char *> with_host_style(int narg, char **arg)
  {
    static char host_style[] = "NEIGH_HISTORY_GRANULAR_SRT";
    std::vector<char *> args(arg, arg + narg);
    args[2] = host_style;
    return args;
  }

}    // namespace

FixContactHistoryKokkos::FixContactHistoryKokkos(LAMMPS *lmp, int narg, char **arg) :
    FixContactHistory(lmp, narg, with_host_style(narg, arg).data()),
    atoms_{dynamic_cast<AtomKokkos *>(lmp->atom)}, count_("granular_srt::partners", 0),
    partner_("granular_srt::partner", 0, 0), value_("granular_srt::value", 0, 0)
{
  kokkosable = 1;
  exchange_comm_device = sort_device = 1;
  execution_space = SphereViews::space;
  datamask_read = EMPTY_MASK;
  datamask_modify = EMPTY_MASK;

  // those of the base class are not used
  memory->destroy(npartner);
  memory->sfree(partner);
  memory->sfree(valuepartner);
  npartner = nullptr;
  partner = nullptr;
  valuepartner = nullptr;
  grow_arrays(atom->nmax);
}

FixContactHistoryKokkos::~FixContactHistoryKokkos()
{
  if (slots_) slots_->drop();
}

void FixContactHistoryKokkos::sync_host()
{
  count_.sync_host();
  partner_.sync_host();
  value_.sync_host();
}

void FixContactHistoryKokkos::modify_host()
{
  count_.modify_host();
  partner_.modify_host();
  value_.modify_host();
}

void FixContactHistoryKokkos::sync_device()
{
  count_.sync_device();
  partner_.sync_device();
  value_.sync_device();
}

void FixContactHistoryKokkos::modify_device()
{
  count_.modify_device();
  partner_.modify_device();
  value_.modify_device();
}

// Keeps what is stored.
void FixContactHistoryKokkos::widen(int partners)
{
  maxexchange = (dnum + 1) * std::max(partners, maxpartner) + 2;
  if (partners <= static_cast<int>(partner_.extent(1))) return;
  sync_device();
  partner_.resize(partner_.extent(0), partners);
  value_.resize(value_.extent(0), static_cast<std::size_t>(partners) * dnum);
}

void FixContactHistoryKokkos::grow_arrays(int nmax)
{
  sync_device();
  count_.resize(nmax);
  partner_.resize(nmax, partner_.extent(1));
  value_.resize(nmax, value_.extent(1));
}

/* ---- between the neighbor list and the atoms ---- */

void FixContactHistoryKokkos::pre_exchange()
{
  if (!slots_ || !slots_->taken()) return;
  atoms_->sync(SphereViews::space, TAG_MASK);
  sync_device();

  int most = 0;
  Kokkos::parallel_reduce("granular_srt::count_partners", Kokkos::RangePolicy<Device>(0, atom->nlocal),
                          CountPartners{*slots_, count_.view_device()}, Kokkos::Max<int>(most));
  most = std::max(most, 0);
  // every rank has room for what any rank may send
  MPI_Allreduce(&most, &maxpartner, 1, MPI_INT, MPI_MAX, world);
  widen(maxpartner);
  const Store store{count_.view_device(), partner_.view_device(), value_.view_device(), dnum};
  Kokkos::parallel_for("granular_srt::store_partners",
                       Kokkos::RangePolicy<Device>(0, std::min(slots_->atoms, atom->nlocal)),
                       StorePartners{*slots_, store, atoms_->k_tag.view<Device>()});
  modify_device();
}

// The pair style takes the new list when it computes, and asks for recall() then.
void FixContactHistoryKokkos::post_neighbor()
{
  FixContactHistory::post_neighbor();
  if (slots_) slots_->drop();
}

void FixContactHistoryKokkos::recall(ContactSlots &slots)
{
  atoms_->sync(SphereViews::space, TAG_MASK);
  sync_device();
  const Store store{count_.view_device(), partner_.view_device(), value_.view_device(), dnum};
  Kokkos::parallel_for("granular_srt::recall_partners", Kokkos::RangePolicy<Device>(0, slots.atoms),
                       RecallPartners{slots, store, atoms_->k_tag.view<Device>()});
  note_taken();
}

/* ---- with the atoms ---- */

void FixContactHistoryKokkos::sort_kokkos(Kokkos::BinSort<KeyViewType, BinOp> &sorter)
{
  sync_device();
  sorter.sort(Device(), count_.view_device());
  if (partner_.extent(1) > 0) {
    sorter.sort(Device(), partner_.view_device());
    sorter.sort(Device(), value_.view_device());
  }
  modify_device();
}

int FixContactHistoryKokkos::pack_exchange_kokkos(const int &nsend, DAT::tdual_double_2d_lr &k_buf,
                                                  DAT::tdual_int_1d k_sendlist,
                                                  DAT::tdual_int_1d k_copylist, ExecutionSpace)
{
  sync_device();
  k_sendlist.sync<Device>();
  k_copylist.sync<Device>();
  const Store store{count_.view_device(), partner_.view_device(), value_.view_device(), dnum};
  const Indices leaving = k_sendlist.view<Device>(), from = k_copylist.view<Device>();
  const Buffer buffer(k_buf.view<Device>().data(), k_buf.extent(0) * k_buf.extent(1));

  const Kokkos::RangePolicy<Device> all(0, nsend);
  int length = 0;
  Kokkos::parallel_scan("granular_srt::place_leaving", all, PlaceLeaving{store, leaving, buffer, nsend},
                        length);
  Kokkos::parallel_for("granular_srt::pack_leaving", all, PackLeaving{store, leaving, buffer});
  Kokkos::parallel_for("granular_srt::fill_gaps", all, FillGaps{store, leaving, from});
  modify_device();
  return nsend + length;
}

void FixContactHistoryKokkos::unpack_exchange_kokkos(DAT::tdual_double_2d_lr &k_buf,
                                                     DAT::tdual_int_1d &k_indices, int nrecv, int nrecv1,
                                                     int nextrarecv1, ExecutionSpace)
{
  sync_device();
  k_indices.sync<Device>();
  const Store store{count_.view_device(), partner_.view_device(), value_.view_device(), dnum};
  const Buffer buffer(k_buf.view<Device>().data(), k_buf.extent(0) * k_buf.extent(1));
  Kokkos::parallel_for(
      "granular_srt::unpack_arriving", Kokkos::RangePolicy<Device>(0, nrecv),
      UnpackArriving{store, k_indices.view<Device>(), buffer, nrecv1, nextrarecv1});
  modify_device();
}

// On the host: where another fix cannot migrate or sort on the device, and for restart files.

void FixContactHistoryKokkos::copy_arrays(int from, int to, int)
{
  std::vector<double> row(2 + (dnum + 1) * partner_.extent(1));
  sync_host();
  put(from, row.data());
  get(to, row.data());
}

void FixContactHistoryKokkos::set_arrays(int i)
{
  count_.sync_host();
  count_.view_host()(i) = 0;
  count_.modify_host();
}

// A count, then for each partner its ID, bit by bit, and its doubles: as FixNeighHistory does.
int FixContactHistoryKokkos::put(int i, double *buf) const
{
  int m = 0;
  const int partners = count_.view_host()(i);
  buf[m++] = partners;
  for (int k = 0; k < partners; ++k) {
    buf[m++] = ubuf(partner_.view_host()(i, k)).d;
    for (int d = 0; d < dnum; ++d) buf[m++] = value_.view_host()(i, k * dnum + d);
  }
  return m;
}

int FixContactHistoryKokkos::get(int i, const double *buf)
{
  int m = 0;
  const int partners = static_cast<int>(buf[m++]);
  if (partners > static_cast<int>(partner_.extent(1))) {
    maxpartner = partners;
    widen(partners);
  }
  sync_host();
  count_.view_host()(i) = partners;
  for (int k = 0; k < partners; ++k) {
    partner_.view_host()(i, k) = static_cast<tagint>(ubuf(buf[m++]).i);
    for (int d = 0; d < dnum; ++d) value_.view_host()(i, k * dnum + d) = buf[m++];
  }
  modify_host();
  return m;
}

int FixContactHistoryKokkos::pack_exchange(int i, double *buf)
{
  sync_host();
  return put(i, buf);
}

int FixContactHistoryKokkos::unpack_exchange(int nlocal, double *buf)
{
  return get(nlocal, buf);
}

int FixContactHistoryKokkos::pack_restart(int i, double *buf)
{
  sync_host();
  const int m = 1 + put(i, buf + 1);
  // the length, as fixes read it
  buf[0] = m;
  return m;
}

void FixContactHistoryKokkos::unpack_restart(int nlocal, int nth)
{
  const double *extra = atom->extra[nlocal];
  int m = 0;
  for (int i = 0; i < nth; ++i) m += static_cast<int>(extra[m]);
  get(nlocal, extra + m + 1);
}

int FixContactHistoryKokkos::size_restart(int nlocal)
{
  count_.sync_host();
  return 2 + (dnum + 1) * count_.view_host()(nlocal);
}

int FixContactHistoryKokkos::maxsize_restart()
{
  int mine = static_cast<int>(partner_.extent(1));
  int most = 0;
  MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, world);
  return 2 + (dnum + 1) * most;
}

double FixContactHistoryKokkos::memory_usage()
{
  return static_cast<double>(count_.view_device().span() * sizeof(int)) +
      partner_.view_device().span() * sizeof(tagint) + value_.view_device().span() * sizeof(double);
}

}    // namespace granular_srt
