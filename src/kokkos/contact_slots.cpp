#include "contact_slots.h"
#include "sphere_views.h"

#include "atom_kokkos.h"
#include "atom_masks.h"
#include "neigh_list_kokkos.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using Device = ContactSlots::Device;

  // Counts the neighbors of an atom that get slots, or writes the slots.
  struct SelectNeighbors {
    ArrayTypes<Device>::t_neighbors_2d neighbors;
    ArrayTypes<Device>::t_int_1d list, numneigh;
    ArrayTypes<Device>::t_kkfloat_1d_3_lr x;
    ArrayTypes<Device>::t_kkfloat_1d radius;
    ArrayTypes<Device>::t_int_1d type, mask;
    Kokkos::View<const int *, Device> law_of;
    int type_stride, frozen;
    Kokkos::View<int *, Device> first, kept;
    double reach;
    bool ignored[4];

    template <class F> KOKKOS_FUNCTION int for_each_kept(const int i, F take) const
    {
      int count = 0;
      for (int jj = 0; jj < numneigh(i); ++jj) {
        const int entry =
            neighbors(i, std::size_t(jj));    // Kokkos 5 takes the type of the indices for offsets
        const int j = entry & NEIGHMASK;
        if (ignored[entry >> SBBITS & 3] || law_of(type(i) * type_stride + type(j)) < 0 ||
            (frozen && (mask(i) & mask(j) & frozen)))
          continue;
        const contact::Vec3<double> separation = row(x, i) - row(x, j);
        const double far = static_cast<double>(radius(i)) + radius(j) + reach;
        if (reach >= 0.0 && dot(separation, separation) >= far * far) continue;
        take(count++, entry);
      }
      return count;
    }

    // Writes the number of slots of an atom to the place of the next atom.
    KOKKOS_FUNCTION void operator()(const int ii) const
    {
      const int i = list(ii);
      first(i + 1) = for_each_kept(i, [](int, int) {});
    }

    // Writes the slots in the order of the neighbors' indices: the order of LAMMPS' list depends on thread timing.
    struct Write {};
    KOKKOS_FUNCTION void operator()(Write, const int ii) const
    {
      const int i = list(ii), begin = first(i);
      const int count = for_each_kept(i, [&](int k, int entry) { kept(begin + k) = entry; });
      // Shell's sort, with Ciura's gaps: a large sphere has thousands of neighbors
      for (const int gap : {701, 301, 132, 57, 23, 10, 4, 1})
        for (int k = gap; k < count; ++k) {
          const int entry = kept(begin + k);
          int place = k;
          for (; place >= gap && (kept(begin + place - gap) & NEIGHMASK) > (entry & NEIGHMASK); place -= gap)
            kept(begin + place) = kept(begin + place - gap);
          kept(begin + place) = entry;
        }
    }
  };

  struct Sum {
    Kokkos::View<int *, Device> first;
    KOKKOS_FUNCTION void operator()(const int i, int &sum, const bool final) const
    {
      sum += first(i);
      if (final) first(i) = sum;
    }
  };

  struct CountContacts {
    ContactSlots slots;
    RecordArrays<PartnerAtom> records;
    KOKKOS_FUNCTION void operator()(const int i, int &most) const
    {
      int contacts = 0;
      if (i < slots.atoms)
        for (int s = slots.first(i); s < slots.first(i + 1); ++s) contacts += slots.touch(s) != 0;
      records.count[i] = contacts;
      if (contacts > most) most = contacts;
    }
  };

  struct PlaceRecords {
    RecordArrays<PartnerAtom> records;
    KOKKOS_FUNCTION void operator()(const int i, std::ptrdiff_t &sum, const bool final) const
    {
      if (final) records.first[i] = sum;
      sum += records.count[i];
    }
  };

  struct StoreSlots {
    ContactSlots slots;
    RecordArrays<PartnerAtom> records;
    ContactSlots::AtomIds tag;
    KOKKOS_FUNCTION void operator()(const int i) const
    {
      records.name[i] = tag(i);
      records.count[i] = 0;
      for (int s = slots.first(i); s < slots.first(i + 1); ++s) {
        if (!slots.touch(s)) continue;
        double *stored = records.values_of(i, records.add(i, tag(slots.neighbor(s) & NEIGHMASK)));
        for (int d = 0; d < records.doubles; ++d) stored[d] = slots.history_of(s)[d];
      }
    }
  };

  struct RecallSlots {
    ContactSlots slots;
    RecordArrays<PartnerAtom> records;
    ContactSlots::AtomIds tag;
    KOKKOS_FUNCTION void operator()(const int i) const
    {
      for (int s = slots.first(i); s < slots.first(i + 1); ++s) {
        const int k = records.find(i, tag(slots.neighbor(s) & NEIGHMASK));
        slots.touch(s) = k >= 0;
        const double *stored = k >= 0 ? records.values_of(i, k) : nullptr;
        for (int d = 0; d < slots.row; ++d)
          slots.history_of(s)[d] = stored && d < records.doubles ? stored[d] : 0.0;
      }
    }
  };

}    // namespace

void ContactSlots::build(const NeighListKokkos<Device> &list, AtomKokkos &atom, double reach,
                         const double *special, const Kokkos::View<const int *, Device> &law_of,
                         int type_stride, int frozen, int doubles_in_contact)
{
  atom.sync(SphereViews::space, X_MASK | RADIUS_MASK | TYPE_MASK | MASK_MASK);
  atoms = atom.nlocal;
  doubles = doubles_in_contact;
  row = (doubles + 3) / 4 * 4;
  if (first.extent(0) < static_cast<std::size_t>(atom.nmax) + 1)
    first = Kokkos::View<int *, Device>("granular_srt::first", atom.nmax + 1);
  // Atoms that are not in the list have no slots.
  Kokkos::deep_copy(Device(), first, 0);

  SelectNeighbors select{list.d_neighbors,
                         list.d_ilist,
                         list.d_numneigh,
                         atom.k_x.view<Device>(),
                         atom.k_radius.view<Device>(),
                         atom.k_type.view<Device>(),
                         atom.k_mask.view<Device>(),
                         law_of,
                         type_stride,
                         frozen,
                         first,
                         {},
                         reach,
                         {}};
  for (int k = 0; k < 4; ++k) select.ignored[k] = special[k] == 0.0;
  Kokkos::parallel_for("granular_srt::count_slots", Kokkos::RangePolicy<Device>(0, list.inum), select);
  int slots = 0;
  Kokkos::parallel_scan("granular_srt::place_slots", Kokkos::RangePolicy<Device>(0, atoms + 1), Sum{first},
                        slots);
  grow(neighbor, "granular_srt::neighbor", slots);
  select.kept = neighbor;
  Kokkos::parallel_for("granular_srt::write_slots",
                       Kokkos::RangePolicy<Device, SelectNeighbors::Write>(0, list.inum), select);
  if (doubles > 0) {
    grow(touch, "granular_srt::touch", slots);
    grow(history, "granular_srt::history", static_cast<std::size_t>(slots) * row);
  }
  valid_ = true;
}

int ContactSlots::store(DeviceStoredContacts &stored, const AtomIds &tag, int now) const
{
  int most = 0;
  std::ptrdiff_t records = 0;
  const Kokkos::RangePolicy<Device> all(0, now);
  Kokkos::parallel_reduce("granular_srt::count_contacts", all, CountContacts{*this, stored.on_device()},
                          Kokkos::Max<int>(most));
  Kokkos::parallel_scan("granular_srt::place_records", all, PlaceRecords{stored.on_device()}, records);
  stored.reserve(records);
  Kokkos::parallel_for("granular_srt::store_slots", Kokkos::RangePolicy<Device>(0, std::min(atoms, now)),
                       StoreSlots{*this, stored.on_device(), tag});
  return std::max(most, 0);
}

void ContactSlots::fill_histories(DeviceStoredContacts &stored, const AtomIds &tag) const
{
  Kokkos::parallel_for("granular_srt::fill_histories", Kokkos::RangePolicy<Device>(0, atoms),
                       RecallSlots{*this, stored.on_device(), tag});
}

double ContactSlots::memory_usage() const
{
  return static_cast<double>(first.span() * sizeof(int)) + neighbor.span() * sizeof(int) + touch.span() +
      history.span() * sizeof(double);
}

}    // namespace granular_srt
