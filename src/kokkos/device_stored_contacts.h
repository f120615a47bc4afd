#pragma once

#include "contact_slots.h"

#include "engine/history/stored_contacts.h"

#include "kokkos_base.h"
#include "kokkos_type.h"

namespace granular_srt {

/// StoredContacts on a device: contact histories stored with the atoms while no neighbor list is valid. Each atom has
/// a record of every partner, with the history as this atom sees it. Records have the format of StoredContacts, so
/// restart files of the host style and of this one are the same.
///
/// The arrays are dual views. Device functions and host functions synchronize them as they need.
class DeviceStoredContacts {
 public:
  using Device = LMPDeviceType;
  using Tags = ArrayTypes<Device>::t_tagint_1d;
  using Indices = ArrayTypes<Device>::t_int_1d;
  using Buffer = Kokkos::View<double *, Device, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \param doubles  of history per contact
  explicit DeviceStoredContacts(int doubles);

  void grow(int atoms);
  /// Makes room for so many partners of each atom. Keeps the records.
  void widen(int partners);
  /// Number of partners per atom for which there is room.
  [[nodiscard]] int capacity() const { return static_cast<int>(partner_.extent(1)); }
  [[nodiscard]] double memory_usage() const;    ///< [bytes]

  /// \name On the device
  /// @{

  /// Largest number of contacts of one atom.
  int count_partners(const ContactSlots &slots, int atoms);
  /// Stores the histories of all contacts.
  void store(const ContactSlots &slots, const Tags &tag, int atoms);
  /// Gives the contacts of a new neighbor list their histories, or zeros.
  void recall(const ContactSlots &slots, const Tags &tag);
  void sort(Kokkos::BinSort<LAMMPS_NS::KokkosBase::KeyViewType, LAMMPS_NS::KokkosBase::BinOp> &sorter);
  /// Packs the records of atoms that leave; atoms `from` take their places. Returns the doubles written.
  int pack_leaving(int count, const Indices &leaving, const Indices &from, const Buffer &buffer);
  /// Unpacks two packed messages.
  void unpack_arriving(int count, const Indices &places, const Buffer &buffer, int first_message_atoms,
                       int first_message_length);
  /// @}

  /// \name On the host, where another fix cannot migrate or sort on the device, and for restart files
  /// @{
  void copy(int from, int to);
  void clear(int i);
  int partners(int i);
  /// Of the first so many atoms.
  int most_partners(int atoms);
  /// Formats of StoredContacts. pack() returns the doubles written, unpack() those read.
  int pack(int i, double *buffer);
  int unpack(int i, const double *buffer);
  [[nodiscard]] int packed_size(int i) { return 1 + (doubles_ + 1) * partners(i); }
  LAMMPS_NS::tagint name(int i);
  void set_name(int i, LAMMPS_NS::tagint id);
  void rename_partners(int i, const NewNames &present);
  /// @}

 private:
  int doubles_;
  Kokkos::DualView<int *, Device> count_;                                          // [atom] partners
  Kokkos::DualView<LAMMPS_NS::tagint *, Device> name_;                             // [atom]
  Kokkos::DualView<LAMMPS_NS::tagint **, Kokkos::LayoutRight, Device> partner_;    // [atom][k] atom IDs
  Kokkos::DualView<double **, Kokkos::LayoutRight, Device> value_;    // [atom][k * doubles + ...]

  void sync_host();
  void modify_host();
  void sync_device();
  void modify_device();
};

}    // namespace granular_srt
