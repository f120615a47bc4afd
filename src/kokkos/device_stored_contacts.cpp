#include "device_stored_contacts.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  using Device = LMPDeviceType;
  using Counts = Kokkos::View<int *, Device>;
  using Names = Kokkos::View<tagint *, Device>;
  using Partners = Kokkos::View<tagint **, Kokkos::LayoutRight, Device>;
  using Values = Kokkos::View<double **, Kokkos::LayoutRight, Device>;
  using Buffer = DeviceStoredContacts::Buffer;
  using Indices = DeviceStoredContacts::Indices;

  // The device arrays, as kernels see them.
  struct Store {
    Counts count;
    Names name;
    Partners partner;
    Values value;
    int doubles;

    KOKKOS_FUNCTION int length(const int i) const { return 2 + count(i) * (1 + doubles); }

    // a count and a name, then for each partner its ID and its doubles; IDs are whole numbers below 2^53
    KOKKOS_FUNCTION void pack(const int i, double *to) const
    {
      *to++ = count(i);
      *to++ = static_cast<double>(name(i));
      for (int k = 0; k < count(i); ++k) {
        *to++ = static_cast<double>(partner(i, k));
        for (int d = 0; d < doubles; ++d) *to++ = value(i, k * doubles + d);
      }
    }

    KOKKOS_FUNCTION void unpack(const int i, const double *from) const
    {
      count(i) = static_cast<int>(*from++);
      name(i) = static_cast<tagint>(*from++);
      for (int k = 0; k < count(i); ++k) {
        partner(i, k) = static_cast<tagint>(*from++);
        for (int d = 0; d < doubles; ++d) value(i, k * doubles + d) = *from++;
      }
    }

    KOKKOS_FUNCTION void copy(const int from, const int to) const
    {
      count(to) = count(from);
      name(to) = name(from);
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
      store.name(i) = tag(i);
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

  // Where the records of the atoms that leave begin in the buffer. A table of these places comes first.
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

  // The last atoms take the places of those that leave.
  struct FillGaps {
    Store store;
    Indices leaving, from;
    KOKKOS_FUNCTION void operator()(const int k) const
    {
      if (from(k) >= 0) store.copy(from(k), leaving(k));
    }
  };

  // The buffer has two messages, each with its own table of places.
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

}    // namespace

DeviceStoredContacts::DeviceStoredContacts(int doubles) :
    doubles_{doubles}, count_("granular_srt::partners", 0), name_("granular_srt::name", 0),
    partner_("granular_srt::partner", 0, 0), value_("granular_srt::value", 0, 0)
{
}

void DeviceStoredContacts::sync_host()
{
  count_.sync_host();
  name_.sync_host();
  partner_.sync_host();
  value_.sync_host();
}

void DeviceStoredContacts::modify_host()
{
  count_.modify_host();
  name_.modify_host();
  partner_.modify_host();
  value_.modify_host();
}

void DeviceStoredContacts::sync_device()
{
  count_.sync_device();
  name_.sync_device();
  partner_.sync_device();
  value_.sync_device();
}

void DeviceStoredContacts::modify_device()
{
  count_.modify_device();
  name_.modify_device();
  partner_.modify_device();
  value_.modify_device();
}

void DeviceStoredContacts::widen(int partners)
{
  if (partners <= capacity()) return;
  sync_device();
  partner_.resize(partner_.extent(0), partners);
  value_.resize(value_.extent(0), static_cast<std::size_t>(partners) * doubles_);
}

void DeviceStoredContacts::grow(int atoms)
{
  sync_device();
  count_.resize(atoms);
  name_.resize(atoms);
  partner_.resize(atoms, partner_.extent(1));
  value_.resize(atoms, value_.extent(1));
}

double DeviceStoredContacts::memory_usage() const
{
  return static_cast<double>(count_.view_device().span() * sizeof(int)) +
      (name_.view_device().span() + partner_.view_device().span()) * sizeof(tagint) +
      value_.view_device().span() * sizeof(double);
}

/* ---- on the device ---- */

int DeviceStoredContacts::count_partners(const ContactSlots &slots, int atoms)
{
  sync_device();
  int most = 0;
  Kokkos::parallel_reduce("granular_srt::count_partners", Kokkos::RangePolicy<Device>(0, atoms),
                          CountPartners{slots, count_.view_device()}, Kokkos::Max<int>(most));
  modify_device();
  return std::max(most, 0);
}

void DeviceStoredContacts::store(const ContactSlots &slots, const Tags &tag, int atoms)
{
  const Store store{count_.view_device(), name_.view_device(), partner_.view_device(), value_.view_device(),
                    doubles_};
  Kokkos::parallel_for("granular_srt::store_partners",
                       Kokkos::RangePolicy<Device>(0, std::min(slots.atoms, atoms)),
                       StorePartners{slots, store, tag});
  modify_device();
}

void DeviceStoredContacts::recall(const ContactSlots &slots, const Tags &tag)
{
  sync_device();
  const Store store{count_.view_device(), name_.view_device(), partner_.view_device(), value_.view_device(),
                    doubles_};
  Kokkos::parallel_for("granular_srt::recall_partners", Kokkos::RangePolicy<Device>(0, slots.atoms),
                       RecallPartners{slots, store, tag});
}

void DeviceStoredContacts::sort(Kokkos::BinSort<KokkosBase::KeyViewType, KokkosBase::BinOp> &sorter)
{
  sync_device();
  sorter.sort(Device(), count_.view_device());
  sorter.sort(Device(), name_.view_device());
  if (capacity() > 0) {
    sorter.sort(Device(), partner_.view_device());
    sorter.sort(Device(), value_.view_device());
  }
  modify_device();
}

int DeviceStoredContacts::pack_leaving(int count, const Indices &leaving, const Indices &from,
                                       const Buffer &buffer)
{
  sync_device();
  const Store store{count_.view_device(), name_.view_device(), partner_.view_device(), value_.view_device(),
                    doubles_};
  const Kokkos::RangePolicy<Device> all(0, count);
  int length = 0;
  Kokkos::parallel_scan("granular_srt::place_leaving", all, PlaceLeaving{store, leaving, buffer, count},
                        length);
  Kokkos::parallel_for("granular_srt::pack_leaving", all, PackLeaving{store, leaving, buffer});
  Kokkos::parallel_for("granular_srt::fill_gaps", all, FillGaps{store, leaving, from});
  modify_device();
  return count + length;
}

void DeviceStoredContacts::unpack_arriving(int count, const Indices &places, const Buffer &buffer,
                                           int first_message_atoms, int first_message_length)
{
  sync_device();
  const Store store{count_.view_device(), name_.view_device(), partner_.view_device(), value_.view_device(),
                    doubles_};
  Kokkos::parallel_for("granular_srt::unpack_arriving", Kokkos::RangePolicy<Device>(0, count),
                       UnpackArriving{store, places, buffer, first_message_atoms, first_message_length});
  modify_device();
}

/* ---- on the host ---- */

void DeviceStoredContacts::copy(int from, int to)
{
  std::vector<double> records(packed_size(from));
  pack(from, records.data());
  unpack(to, records.data());
  set_name(to, name(from));
}

void DeviceStoredContacts::clear(int i)
{
  sync_host();
  count_.view_host()(i) = 0;
  name_.view_host()(i) = 0;
  modify_host();
}

tagint DeviceStoredContacts::name(int i)
{
  name_.sync_host();
  return name_.view_host()(i);
}

void DeviceStoredContacts::set_name(int i, tagint id)
{
  name_.sync_host();
  name_.view_host()(i) = id;
  name_.modify_host();
}

void DeviceStoredContacts::rename_partners(int i, const NewNames &present)
{
  sync_host();
  const auto count = count_.view_host();
  const auto partner = partner_.view_host();
  const auto value = value_.view_host();
  int kept = 0;
  for (int k = 0; k < count(i); ++k) {
    const auto found = present.find(partner(i, k));
    if (found == present.end()) continue;
    partner(i, kept) = found->second;
    for (int d = 0; d < doubles_; ++d) value(i, kept * doubles_ + d) = value(i, k * doubles_ + d);
    ++kept;
  }
  count(i) = kept;
  modify_host();
}

int DeviceStoredContacts::partners(int i)
{
  count_.sync_host();
  return count_.view_host()(i);
}

int DeviceStoredContacts::most_partners(int atoms)
{
  int most = 0;
  for (int i = 0; i < atoms; ++i) most = std::max(most, partners(i));
  return most;
}

int DeviceStoredContacts::pack(int i, double *buffer)
{
  sync_host();
  int m = 0;
  const int partners = count_.view_host()(i);
  buffer[m++] = partners;
  for (int k = 0; k < partners; ++k) {
    buffer[m++] = ubuf(partner_.view_host()(i, k)).d;
    for (int d = 0; d < doubles_; ++d) buffer[m++] = value_.view_host()(i, k * doubles_ + d);
  }
  return m;
}

int DeviceStoredContacts::unpack(int i, const double *buffer)
{
  int m = 0;
  const bool with_separations = buffer[m] < 0.0;
  const int partners = std::abs(static_cast<int>(buffer[m++]));
  widen(partners);
  sync_host();
  count_.view_host()(i) = partners;
  for (int k = 0; k < partners; ++k) {
    partner_.view_host()(i, k) = static_cast<tagint>(ubuf(buffer[m++]).i);
    if (with_separations) m += 3;
    for (int d = 0; d < doubles_; ++d) value_.view_host()(i, k * doubles_ + d) = buffer[m++];
  }
  modify_host();
  return m;
}

}    // namespace granular_srt
