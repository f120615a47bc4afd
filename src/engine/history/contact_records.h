#pragma once

#include "growing_doubles.h"
#include "memory_usage.h"

#include "contact/history.h"
#include "contact/vec3.h"

#include <cstddef>
#include <vector>

namespace granular_srt {

/// Contact histories of all atoms of a rank as plain arrays, for functions and kernels that run where these are. An atom
/// has a record of each contact: the partner and the history from the side of this atom. Records of an atom are
/// consecutive.
///
/// In a buffer, an atom has the number of its records, then for each the partner and its doubles. If the number is
/// negative, the separation follows each partner.
/// \tparam Partner  what a contact is with: PartnerAtom (atom_histories.h) or PartnerWallPart (src/wall/wall_history.h). Its
///                  Type names a partner; to_buffer() and from_buffer() convert it to and from a double
template <class Partner> struct RecordArrays {
  using PartnerType = typename Partner::Type;

  int *count;                           ///< [atom] number of records
  std::ptrdiff_t *first;                ///< [atom] first record
  PartnerType *partner;                 ///< [record]
  double *values;                       ///< [record * doubles + k]
  contact::Vec3<double> *separation;    ///< [record] from the partner [length], zero if unknown; null without
  int doubles;                          ///< of history per contact
  int reserved;    ///< places that each atom has for its records; 0: as many as it has records
  PartnerType *stored_id =
      nullptr;    ///< [atom] as its partners know it (StoredPairHistories); null at walls

  /// Place of the record of a partner among those of an atom; -1 without.
  [[nodiscard]] GRANULAR_SRT_FN int find(int atom, PartnerType wanted) const
  {
    for (int k = 0; k < count[atom]; ++k)
      if (partner[first[atom] + k] == wanted) return k;
    return -1;
  }

  [[nodiscard]] GRANULAR_SRT_FN double *values_of(int atom, int k) const
  {
    return values + (first[atom] + k) * doubles;
  }

  /// Appends a record, for which there is memory. Its history is not initialized. Returns its place.
  GRANULAR_SRT_FN int add(int atom, PartnerType new_partner) const
  {
    const int k = count[atom]++;
    partner[first[atom] + k] = new_partner;
    return k;
  }

  /// Copies a record to another place.
  GRANULAR_SRT_FN void copy_record(std::ptrdiff_t from, std::ptrdiff_t to) const
  {
    partner[to] = partner[from];
    if (separation) separation[to] = separation[from];
    for (int k = 0; k < doubles; ++k) values[to * doubles + k] = values[from * doubles + k];
  }

  /// Atom `to` gets the records of atom `from`, which is not used any more.
  GRANULAR_SRT_FN void copy(int from, int to) const
  {
    count[to] = count[from];
    if (stored_id) stored_id[to] = stored_id[from];
    if (reserved == 0)
      first[to] = first[from];
    else if (from != to)
      for (int k = 0; k < count[from]; ++k) copy_record(first[from] + k, first[to] + k);
  }

  /// Removes the records of an atom for whose partners keep(partner) is false.
  template <class Keep> GRANULAR_SRT_FN void keep_records(int atom, Keep keep) const
  {
    const std::ptrdiff_t begin = first[atom];
    int kept = 0;
    for (int k = 0; k < count[atom]; ++k) {
      if (!keep(partner[begin + k])) continue;
      if (kept < k) copy_record(begin + k, begin + kept);
      ++kept;
    }
    if (kept < count[atom]) count[atom] = kept;
  }

  /// Number of doubles of a record in a buffer.
  [[nodiscard]] GRANULAR_SRT_FN int record_size() const { return 1 + doubles + (separation ? 3 : 0); }
  [[nodiscard]] GRANULAR_SRT_FN int packed_size(int atom) const { return 1 + count[atom] * record_size(); }

  GRANULAR_SRT_FN void pack_record(int atom, int k, double *buffer) const
  {
    const std::ptrdiff_t record = first[atom] + k;
    *buffer++ = Partner::to_buffer(partner[record]);
    if (separation) {
      contact::store_vector(buffer, separation[record]);
      buffer += 3;
    }
    for (int d = 0; d < doubles; ++d) *buffer++ = values[record * doubles + d];
  }

  /// Writes the records of an atom to a buffer. Returns the doubles written.
  GRANULAR_SRT_FN int pack(int atom, double *buffer) const
  {
    buffer[0] = separation ? -count[atom] : count[atom];
    for (int k = 0; k < count[atom]; ++k) pack_record(atom, k, buffer + 1 + k * record_size());
    return packed_size(atom);
  }

  static GRANULAR_SRT_FN double to_buffer(PartnerType partner) { return Partner::to_buffer(partner); }
  static GRANULAR_SRT_FN PartnerType from_buffer(double packed) { return Partner::from_buffer(packed); }
  /// Number of records in a buffer.
  static GRANULAR_SRT_FN int packed_records(const double *buffer)
  {
    return static_cast<int>(buffer[0] < 0.0 ? -buffer[0] : buffer[0]);
  }

  /// Appends packed records, for which there is memory. Returns the doubles read.
  GRANULAR_SRT_FN int add_packed(int atom, const double *buffer) const
  {
    const bool with_separations = buffer[0] < 0.0;
    const double *from = buffer + 1;
    for (int n = packed_records(buffer); n > 0; --n) {
      const int k = add(atom, Partner::from_buffer(*from++));
      if (separation)
        separation[first[atom] + k] =
            with_separations ? contact::load_vector(from) : contact::Vec3<double>{0.0, 0.0, 0.0};
      if (with_separations) from += 3;
      for (int d = 0; d < doubles; ++d) values_of(atom, k)[d] = *from++;
    }
    return static_cast<int>(from - buffer);
  }
};

/// Interface to the contact histories that are stored with the atoms, in any memory, for LAMMPS' arrays, migration and
/// restart files.
class StoredHistories {
 public:
  virtual ~StoredHistories() = default;
  /// Reserves memory for this number of atoms. New atoms have no records.
  virtual void grow(int atoms) = 0;
  virtual void clear(int atom) = 0;
  /// Replaces the records of atom `to` by those of atom `from`, which are not used any more.
  virtual void copy(int from, int to) = 0;
  /// Writes the records of an atom in the format of RecordArrays. Returns the doubles written.
  virtual int pack(int atom, double *buffer) = 0;
  /// Replaces the records of an atom by packed ones. Returns the doubles read.
  virtual int unpack(int atom, const double *buffer) = 0;
  /// Number of doubles that pack() writes.
  virtual int packed_size(int atom) = 0;
  [[nodiscard]] virtual double memory_usage() const = 0;    ///< [bytes]
};

/// The memory of a host. src/kokkos has that of a device, with the same names.
struct HostMemory {
  template <class T> using Array = std::vector<T>;
  using Doubles = GrowingDoubles;
};

/// RecordArrays with their memory. Functions run on the host.
/// \tparam Interface  StoredHistories or a class that is derived from it
template <class Partner, class Memory, class Interface> class ContactRecords : public Interface {
 public:
  using PartnerType = typename Partner::Type;
  using Arrays = RecordArrays<Partner>;

  void grow(int atoms) override
  {
    const auto before = static_cast<std::ptrdiff_t>(count_.size());
    count_.resize(atoms);
    first_.resize(atoms);
    if (reserved_ == 0) return;
    for (std::ptrdiff_t i = before; i < atoms; ++i) first_[i] = i * reserved_;
    resize_records(static_cast<std::ptrdiff_t>(atoms) * reserved_);
  }
  void clear(int atom) override { count_[atom] = 0; }
  void copy(int from, int to) override { arrays().copy(from, to); }
  int pack(int atom, double *buffer) override { return arrays().pack(atom, buffer); }
  int unpack(int atom, const double *buffer) override
  {
    count_[atom] = 0;
    if (reserved_ == 0) {
      first_[atom] = records();
      have_separations_ = have_separations_ || buffer[0] < 0.0;
      resize_records(records() + Arrays::packed_records(buffer));
    }
    return arrays().add_packed(atom, buffer);
  }
  int packed_size(int atom) override { return 1 + count_[atom] * record_size(); }
  [[nodiscard]] double memory_usage() const override
  {
    return bytes_of(count_, first_, partner_, values_, separation_);
  }

  /// Number of doubles of a record in a buffer.
  [[nodiscard]] int record_size() const { return 1 + doubles_ + (have_separations_ ? 3 : 0); }
  /// Number of records that have memory.
  [[nodiscard]] std::ptrdiff_t records() const { return static_cast<std::ptrdiff_t>(partner_.size()); }
  void resize_records(std::ptrdiff_t records)
  {
    partner_.resize(records);
    values_.resize(records * doubles_);
    separation_.resize(have_separations_ ? records : 0);
  }

  /// For kernels that change the records (memory of a device only).
  [[nodiscard]] Arrays on_device()
  {
    return {count_.on_device(), first_.on_device(), partner_.on_device(), values_.on_device(), nullptr,
            doubles_,           reserved_};
  }
  /// Calls f for each array that has an entry per atom.
  template <class F> void for_each_array_of_atoms(F f)
  {
    f(count_);
    f(first_);
  }

 protected:
  template <class T> using Array = typename Memory::template Array<T>;

  ContactRecords(int doubles, int reserved) : doubles_{doubles}, reserved_{reserved} {}

  int doubles_, reserved_;    // as in RecordArrays
  bool have_separations_ = false;
  Array<int> count_;
  Array<std::ptrdiff_t> first_;
  Array<PartnerType> partner_;
  typename Memory::Doubles values_;
  Array<contact::Vec3<double>> separation_;

  [[nodiscard]] Arrays arrays()
  {
    return {count_.data(),
            first_.data(),
            partner_.data(),
            values_.data(),
            have_separations_ ? separation_.data() : nullptr,
            doubles_,
            reserved_};
  }
  /// Place of the record of a partner among those of an atom; -1 without.
  [[nodiscard]] int place_of(int atom, PartnerType partner) const
  {
    const auto begin = first_[atom];
    for (int k = 0; k < count_[atom]; ++k)
      if (partner_[begin + k] == partner) return k;
    return -1;
  }
  [[nodiscard]] const double *values_at(int atom, int k) const
  {
    return values_.data() + (first_[atom] + k) * doubles_;
  }
  [[nodiscard]] double *values_at(int atom, int k) { return values_.data() + (first_[atom] + k) * doubles_; }
};

}    // namespace granular_srt
