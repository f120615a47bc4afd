#pragma once

#include "contact_records.h"

#include "lmptype.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>

namespace granular_srt {

/// The partner of a record is an atom with this ID. In a buffer it has the bits of a 64-bit integer.
struct PartnerAtom {
  using Type = LAMMPS_NS::tagint;

  static GRANULAR_SRT_FN double to_buffer(Type id)
  {
    const std::int64_t wide = id;
    double bits;
    std::memcpy(&bits, &wide, sizeof bits);
    return bits;
  }
  static GRANULAR_SRT_FN Type from_buffer(double bits)
  {
    std::int64_t wide;
    std::memcpy(&wide, &bits, sizeof wide);
    return static_cast<Type>(wide);
  }
};

/// Present IDs of atoms by their stored IDs (StoredPairHistories).
using NewIds = std::unordered_map<LAMMPS_NS::tagint, LAMMPS_NS::tagint>;

/// Interface to stored histories of contacts between atoms. Records name the partner by its ID. Commands between runs
/// may give atoms other IDs, so that each atom keeps the ID under which its partners know it, its stored ID.
class StoredPairHistories : public StoredHistories {
 public:
  [[nodiscard]] virtual int partners(int atom) const = 0;
  /// ID of an atom when its records were stored; 0 if it is new since then.
  [[nodiscard]] virtual LAMMPS_NS::tagint stored_id(int atom) const = 0;
  virtual void set_stored_id(int atom, LAMMPS_NS::tagint id) = 0;
  /// Gives the partners of an atom their present IDs. Records of partners that are not in the table are deleted.
  virtual void update_partners(int atom, const NewIds &present) = 0;
};

/// Contact histories stored with the atoms while no neighbor list is valid: each atom has a record of every partner,
/// with the history from the side of this atom.
///
/// In a narrow periodic box an atom may touch several images of a partner, or of itself. Records then have the
/// separation from the partner too: the image that is nearest to it gets the record.
/// \tparam Memory  HostMemory, or the memory of a device
template <class Memory> class PairRecords : public ContactRecords<PartnerAtom, Memory, StoredPairHistories> {
  using Base = ContactRecords<PartnerAtom, Memory, StoredPairHistories>;
  using Base::count_, Base::first_, Base::partner_, Base::values_, Base::separation_, Base::doubles_;
  using Base::have_separations_, Base::arrays, Base::place_of, Base::values_at;
  using tagint = LAMMPS_NS::tagint;

 public:
  /// \param doubles  of history per contact
  explicit PairRecords(int doubles) : Base(doubles, 0) {}

  [[nodiscard]] int partners(int atom) const override { return count_[atom]; }
  /// Whether find_image() is needed.
  [[nodiscard]] bool have_separations() const { return have_separations_; }
  /// History of the contact of an atom with a partner; null if they did not touch.
  [[nodiscard]] const double *find(int atom, tagint partner) const
  {
    const int k = place_of(atom, partner);
    return k < 0 ? nullptr : values_at(atom, k);
  }
  /// The history of a contact with one of several images of the partner.
  /// \param separation  from the image to the atom [length]
  /// \param limit       less than half of the distance of two images [length]
  [[nodiscard]] const double *find_image(int atom, tagint partner, const contact::Vec3<double> &separation,
                                         double limit) const
  {
    const double *nearest = nullptr;
    double least = limit * limit;
    for (int k = 0; k < count_[atom]; ++k) {
      if (partner_[first_[atom] + k] != partner) continue;
      const contact::Vec3<double> &stored = separation_[first_[atom] + k], way = separation - stored;
      if (dot(stored, stored) == 0.0) return values_at(atom, k);
      if (!(dot(way, way) < least)) continue;
      least = dot(way, way);
      nearest = values_at(atom, k);
    }
    return nearest;
  }

  void grow(int atoms) override
  {
    Base::grow(atoms);
    stored_id_.resize(atoms);
  }
  void clear(int atom) override
  {
    Base::clear(atom);
    stored_id_[atom] = 0;
  }
  void copy(int from, int to) override
  {
    Base::copy(from, to);
    stored_id_[to] = stored_id_[from];
  }
  [[nodiscard]] double memory_usage() const override { return Base::memory_usage() + bytes_of(stored_id_); }

  [[nodiscard]] tagint stored_id(int atom) const override { return stored_id_[atom]; }
  void set_stored_id(int atom, tagint id) override { stored_id_[atom] = id; }
  void update_partners(int atom, const NewIds &present) override
  {
    const auto all = arrays();
    constexpr tagint none = 0;
    for (int k = 0; k < all.count[atom]; ++k) {
      const auto found = present.find(all.partner[all.first[atom] + k]);
      all.partner[all.first[atom] + k] = found != present.end() ? found->second : none;
    }
    all.keep_records(atom, [](tagint partner) { return partner != none; });
  }

  /// Deletes all records, and reserves memory for the given partners of the first `atoms` atoms.
  /// \param partners  [owned atoms and ghosts]
  void reset(const std::vector<int> &partners, int atoms, bool with_separations = false)
  {
    std::fill_n(count_.data(), partners.size(), 0);
    std::ptrdiff_t records = 0;
    for (int atom = 0; atom < atoms; ++atom) {
      first_[atom] = records;
      records += partners[atom];
    }
    reserve(records, with_separations);
  }
  /// Sets the number of all records, whose contents are then undefined.
  void reserve(std::ptrdiff_t records, bool with_separations = false)
  {
    have_separations_ = with_separations;
    separation_.clear();
    this->resize_records(records);
  }
  /// Adds a record, for which reset() or unpack() has reserved memory. The caller sets the returned doubles.
  double *add(int atom, tagint partner) { return values_at(atom, arrays().add(atom, partner)); }
  /// Sets the separation of the record that was added last to an atom, from its partner [length].
  void set_separation(int atom, const contact::Vec3<double> &separation)
  {
    separation_[first_[atom] + count_[atom] - 1] = separation;
  }

  /// Writes record k of an atom alone, in the format of pack(), or no record if the atom has no such record. Takes
  /// always 1 + record_size().
  void pack_one(int atom, int k, double *buffer)
  {
    const bool has_record = k < count_[atom];
    buffer[0] = !has_record ? 0.0 : have_separations_ ? -1.0 : 1.0;
    if (has_record) arrays().pack_record(atom, k, buffer + 1);
  }
  /// Adds packed records, for which reset() has reserved memory. Returns the doubles read.
  int add_packed(int atom, const double *buffer) { return arrays().add_packed(atom, buffer); }

  [[nodiscard]] RecordArrays<PartnerAtom> on_device()
  {
    RecordArrays<PartnerAtom> all = Base::on_device();
    all.stored_id = stored_id_.on_device();
    return all;
  }
  template <class F> void for_each_array_of_atoms(F f)
  {
    Base::for_each_array_of_atoms(f);
    f(stored_id_);
  }

 private:
  typename Base::template Array<tagint> stored_id_;    // [atom]
};

/// Histories of pairs on a host.
using AtomHistories = PairRecords<HostMemory>;

}    // namespace granular_srt
