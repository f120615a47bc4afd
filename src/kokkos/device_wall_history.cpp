#include "device_wall_history.h"

using namespace LAMMPS_NS;

namespace granular_srt {
namespace {

  // A row of a message: the bits of the parts, then the doubles of all parts.
  struct PackWallRows {
    WallHistoryViews history;
    DeviceWallHistory::Indices leaving, from;
    DeviceWallHistory::Buffer buffer;
    int width;
    KOKKOS_FUNCTION void operator()(const int k) const
    {
      const int i = leaving(k), last = from(k);
      double *to = &buffer(static_cast<std::size_t>(k) * (1 + width));
      to[0] = history.touched(i);
      for (int d = 0; d < width; ++d) to[1 + d] = history.value(i, d);
      // one of the last atoms takes its place
      if (last < 0) return;
      history.touched(i) = history.touched(last);
      for (int d = 0; d < width; ++d) history.value(i, d) = history.value(last, d);
    }
  };

  struct UnpackWallRows {
    WallHistoryViews history;
    DeviceWallHistory::Indices places;
    DeviceWallHistory::Buffer buffer;
    int width;
    KOKKOS_FUNCTION void operator()(const int k) const
    {
      const int i = places(k);
      if (i < 0) return;
      const double *from = &buffer(static_cast<std::size_t>(k) * (1 + width));
      history.touched(i) = static_cast<int>(from[0]);
      for (int d = 0; d < width; ++d) history.value(i, d) = from[1 + d];
    }
  };

}    // namespace

DeviceWallHistory::DeviceWallHistory(int most_contacts, int doubles_per_contact) :
    parts_{most_contacts}, doubles_{doubles_per_contact}, touched_("granular_srt::wall_touched", 0),
    value_("granular_srt::wall_value", 0, static_cast<std::size_t>(most_contacts) * doubles_per_contact)
{
}

WallHistoryViews DeviceWallHistory::views()
{
  touched_.sync_device();
  value_.sync_device();
  touched_.modify_device();
  value_.modify_device();
  return {touched_.view_device(), value_.view_device(), doubles_};
}

void DeviceWallHistory::sort(Kokkos::BinSort<KokkosBase::KeyViewType, KokkosBase::BinOp> &sorter)
{
  const WallHistoryViews history = views();
  sorter.sort(Device(), history.touched);
  if (doubles_ > 0) sorter.sort(Device(), history.value);
}

int DeviceWallHistory::pack_leaving(int count, const Indices &leaving, const Indices &from,
                                    const Buffer &buffer)
{
  const int width = parts_ * doubles_;
  Kokkos::parallel_for("granular_srt::pack_wall", Kokkos::RangePolicy<Device>(0, count),
                       PackWallRows{views(), leaving, from, buffer, width});
  return count * (1 + width);
}

void DeviceWallHistory::unpack_arriving(int count, const Indices &places, const Buffer &buffer)
{
  Kokkos::parallel_for("granular_srt::unpack_wall", Kokkos::RangePolicy<Device>(0, count),
                       UnpackWallRows{views(), places, buffer, parts_ * doubles_});
}

/* ---- on the host ---- */

void DeviceWallHistory::sync_host()
{
  touched_.sync_host();
  value_.sync_host();
}

void DeviceWallHistory::modify_host()
{
  touched_.modify_host();
  value_.modify_host();
}

void DeviceWallHistory::grow(int atoms)
{
  touched_.sync_device();
  value_.sync_device();
  touched_.resize(atoms);
  value_.resize(atoms, value_.extent(1));
}

void DeviceWallHistory::clear(int i)
{
  touched_.sync_host();
  touched_.view_host()(i) = 0;
  touched_.modify_host();
}

bool DeviceWallHistory::touching(int i, int part)
{
  touched_.sync_host();
  return (touched_.view_host()(i) >> part & 1) != 0;
}

double *DeviceWallHistory::values(int i, int part)
{
  value_.sync_host();
  return &value_.view_host()(i, part * doubles_);
}

void DeviceWallHistory::copy(int from, int to)
{
  sync_host();
  touched_.view_host()(to) = touched_.view_host()(from);
  for (int d = 0; d < parts_ * doubles_; ++d) value_.view_host()(to, d) = value_.view_host()(from, d);
  modify_host();
}

int DeviceWallHistory::packed_size(int i)
{
  touched_.sync_host();
  int contacts = 0;
  for (int part = 0; part < parts_; ++part) contacts += touched_.view_host()(i) >> part & 1;
  return 1 + contacts * (1 + doubles_);
}

int DeviceWallHistory::pack(int i, double *buffer)
{
  sync_host();
  int m = 1, contacts = 0;
  for (int part = 0; part < parts_; ++part) {
    if (!(touched_.view_host()(i) >> part & 1)) continue;
    ++contacts;
    buffer[m++] = part;
    for (int d = 0; d < doubles_; ++d) buffer[m++] = value_.view_host()(i, part * doubles_ + d);
  }
  buffer[0] = contacts;
  return m;
}

int DeviceWallHistory::unpack(int i, const double *buffer)
{
  sync_host();
  int m = 1, touched = 0;
  for (int contact = 0; contact < static_cast<int>(buffer[0]); ++contact) {
    const int part = static_cast<int>(buffer[m++]);
    touched |= 1 << part;
    for (int d = 0; d < doubles_; ++d) value_.view_host()(i, part * doubles_ + d) = buffer[m++];
  }
  touched_.view_host()(i) = touched;
  modify_host();
  return m;
}

double DeviceWallHistory::bytes() const
{
  return static_cast<double>(touched_.view_device().span() * sizeof(int)) +
      value_.view_device().span() * sizeof(double);
}

}    // namespace granular_srt
