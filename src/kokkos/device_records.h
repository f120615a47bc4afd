#pragma once

#include "engine/history/atom_histories.h"
#include "wall/wall_history.h"

#include "kokkos_base.h"
#include "kokkos_type.h"

#include <cstddef>

namespace granular_srt {

/// An array of DeviceMemory: a dual view that grows in small steps. Host functions synchronize the copy on the host and
/// on_device() the one on the device, which counts as changed then.
template <class T> class DeviceArray {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return view_.extent(0); }
  /// Keeps the contents. Entries beyond all earlier sizes are zero.
  void resize(std::size_t size)
  {
    if (size > capacity()) {
      view_.sync_device();
      view_.resize(size + size / 16);
    }
    size_ = size;
  }
  void clear() { size_ = 0; }

  T *data()
  {
    view_.sync_host();
    view_.modify_host();
    return view_.view_host().data();
  }
  [[nodiscard]] const T *data() const
  {
    view_.sync_host();
    return view_.view_host().data();
  }
  T &operator[](std::size_t k) { return data()[k]; }
  const T &operator[](std::size_t k) const { return data()[k]; }

  T *on_device() { return view().data(); }
  auto view()
  {
    view_.sync_device();
    view_.modify_device();
    return view_.view_device();
  }

 private:
  mutable Kokkos::DualView<T *, LMPDeviceType> view_{"granular_srt::records", 0};
  std::size_t size_ = 0;
};

/// The memory of histories (HostMemory) that kernels change.
struct DeviceMemory {
  template <class T> using Array = DeviceArray<T>;
  using Doubles = DeviceArray<double>;
};

using DeviceAtomHistories = PairRecords<DeviceMemory>;
using DeviceWallHistory = WallRecords<DeviceMemory>;

/// Sorts the atoms as LAMMPS does. Records stay where they are.
template <class Records>
void sort_records(Records &records,
                  Kokkos::BinSort<LAMMPS_NS::KokkosBase::KeyViewType, LAMMPS_NS::KokkosBase::BinOp> &sorter)
{
  records.for_each_array_of_atoms([&](auto &array) { sorter.sort(LMPDeviceType(), array.view()); });
}

/// \name Kernels of a migration
/// A message begins with the place of each atom's data. These are the data of the host style: packed records, and a stored ID.
/// @{
using AtomIndices = ArrayTypes<LMPDeviceType>::t_int_1d;

/// Where the data of the atoms that leave begin in the message.
template <class Arrays> struct PlaceLeaving {
  Arrays records;
  AtomIndices leaving;
  double *message;
  int atoms;
  KOKKOS_FUNCTION void operator()(const int k, int &sum, const bool final) const
  {
    if (final) message[k] = atoms + sum;
    sum += records.packed_size(leaving(k)) + (records.stored_id ? 1 : 0);
  }
};

template <class Arrays> struct PackLeaving {
  Arrays records;
  AtomIndices leaving;
  double *message;
  KOKKOS_FUNCTION void operator()(const int k) const
  {
    const int i = leaving(k);
    double *data = message + static_cast<int>(message[k]);
    const int packed = records.pack(i, data);
    if (records.stored_id) data[packed] = Arrays::to_buffer(records.stored_id[i]);
  }
};

/// The last atoms take the places of those that leave.
template <class Arrays> struct FillGaps {
  Arrays records;
  AtomIndices leaving, from;
  KOKKOS_FUNCTION void operator()(const int k) const
  {
    if (from(k) >= 0) records.copy(from(k), leaving(k));
  }
};

/// Two messages, each with its own places.
struct ArrivingData {
  const double *messages;
  int first_message_atoms, first_message_length;
  KOKKOS_FUNCTION const double *of(const int k) const
  {
    const bool second = k >= first_message_atoms;
    const double *message = messages + (second ? first_message_length : 0);
    return message + static_cast<int>(message[second ? k - first_message_atoms : k]);
  }
};

/// Gives atoms that arrive memory for their records, behind that of all others.
template <class Arrays> struct PlaceArriving {
  Arrays records;
  AtomIndices places;
  ArrivingData data;
  std::ptrdiff_t begin;
  KOKKOS_FUNCTION void operator()(const int k, std::ptrdiff_t &sum, const bool final) const
  {
    if (places(k) < 0) return;
    if (final) records.first[places(k)] = begin + sum;
    sum += records.packed_records(data.of(k));
  }
};

template <class Arrays> struct UnpackArriving {
  Arrays records;
  AtomIndices places;
  ArrivingData data;
  KOKKOS_FUNCTION void operator()(const int k) const
  {
    const int i = places(k);
    if (i < 0) return;
    records.count[i] = 0;
    const double *packed = data.of(k);
    const int read = records.add_packed(i, packed);
    if (records.stored_id) records.stored_id[i] = Arrays::from_buffer(packed[read]);
  }
};
/// @}

/// Packs the records of atoms that leave; atoms `from`, if not negative, take their places. Returns the doubles written.
/// \param space  from which LAMMPS sends the buffer: the host with `package kokkos comm host`
template <class Records>
int pack_leaving(Records &stored, int count, DAT::tdual_int_1d leaving, DAT::tdual_int_1d from,
                 DAT::tdual_double_2d_lr &buffer, LAMMPS_NS::ExecutionSpace space)
{
  using Arrays = typename Records::Arrays;
  leaving.sync<LMPDeviceType>();
  from.sync<LMPDeviceType>();
  const auto atoms = leaving.view<LMPDeviceType>();
  double *const message = buffer.view<LMPDeviceType>().data();
  const Arrays records = stored.on_device();
  const Kokkos::RangePolicy<LMPDeviceType> all(0, count);
  int length = 0;
  Kokkos::parallel_scan("granular_srt::place_leaving", all,
                        PlaceLeaving<Arrays>{records, atoms, message, count}, length);
  Kokkos::parallel_for("granular_srt::pack_leaving", all, PackLeaving<Arrays>{records, atoms, message});
  Kokkos::parallel_for("granular_srt::fill_gaps", all,
                       FillGaps<Arrays>{records, atoms, from.view<LMPDeviceType>()});
  if (space != LAMMPS_NS::Device) Kokkos::deep_copy(buffer.view_host(), buffer.view_device());
  return count + length;
}

/// Unpacks two packed messages, one after the other, to places that are not negative.
/// \param space  where LAMMPS has written buffer and places
template <class Records>
void unpack_arriving(Records &stored, int count, DAT::tdual_int_1d &places, DAT::tdual_double_2d_lr &buffer,
                     int first_message_atoms, int first_message_length, LAMMPS_NS::ExecutionSpace space)
{
  using Arrays = typename Records::Arrays;
  if (space != LAMMPS_NS::Device) {    // LAMMPS does not mark them as changed
    Kokkos::deep_copy(places.view_device(), places.view_host());
    Kokkos::deep_copy(buffer.view_device(), buffer.view_host());
  }
  const auto atoms = places.view<LMPDeviceType>();
  const ArrivingData data{buffer.view<LMPDeviceType>().data(), first_message_atoms, first_message_length};
  const Kokkos::RangePolicy<LMPDeviceType> all(0, count);
  if (stored.on_device().reserved == 0) {
    const std::ptrdiff_t before = stored.records();
    std::ptrdiff_t arrived = 0;
    Kokkos::parallel_scan("granular_srt::place_arriving", all,
                          PlaceArriving<Arrays>{stored.on_device(), atoms, data, before}, arrived);
    stored.resize_records(before + arrived);
  }
  Kokkos::parallel_for("granular_srt::unpack_arriving", all,
                       UnpackArriving<Arrays>{stored.on_device(), atoms, data});
}

}    // namespace granular_srt
