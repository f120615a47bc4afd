#pragma once

#include "wall_pass.h"

#include "wall/wall_history.h"

#include "kokkos_base.h"

namespace granular_srt {

/// WallHistory on a device. Contact histories always stay with their atoms. Records have the format of WallHistory, so
/// restart files of the host style and of this one are the same; messages between ranks have rows of one length.
///
/// The arrays are dual views. Device functions and host functions synchronize them as they need.
class DeviceWallHistory : public StoredWallHistory {
 public:
  using Device = WallHistoryViews::Device;
  using Indices = ArrayTypes<Device>::t_int_1d;
  using Buffer = Kokkos::View<double *, Device, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  DeviceWallHistory(int most_contacts, int doubles_per_contact);

  /// \name On the device
  /// @{

  /// For a kernel that changes them.
  WallHistoryViews views();
  void sort(Kokkos::BinSort<LAMMPS_NS::KokkosBase::KeyViewType, LAMMPS_NS::KokkosBase::BinOp> &sorter);
  /// Packs the rows of atoms that leave; atoms `from` take their places. Returns the doubles written.
  int pack_leaving(int count, const Indices &leaving, const Indices &from, const Buffer &buffer);
  /// Unpacks what pack_leaving() wrote, to places that are not negative.
  void unpack_arriving(int count, const Indices &places, const Buffer &buffer);
  /// @}

  /// \name On the host, where another fix cannot migrate or sort on the device, and for restart files
  /// @{
  void grow(int atoms) override;
  void clear(int i) override;
  /// Whether atom i touches a part of the wall, and the history of such a contact.
  [[nodiscard]] bool touching(int i, int part);
  [[nodiscard]] double *values(int i, int part);
  void copy(int from, int to) override;
  int pack(int i, double *buffer) override;
  int unpack(int i, const double *buffer) override;
  int packed_size(int i) override;
  [[nodiscard]] double bytes() const override;
  /// @}

 private:
  int parts_, doubles_;
  Kokkos::DualView<int *, Device> touched_;
  Kokkos::DualView<double **, Kokkos::LayoutRight, Device> value_;

  void sync_host();
  void modify_host();
};

}    // namespace granular_srt
