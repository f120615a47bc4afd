#pragma once

#include "growing_doubles.h"

#include "contact/vec3.h"

#include "lmptype.h"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace granular_srt {

/// Present IDs of atoms by their names (StoredContacts).
using NewNames = std::unordered_map<LAMMPS_NS::tagint, LAMMPS_NS::tagint>;

/// Contact histories stored with the atoms while no neighbor list is valid: each atom has a record of every partner,
/// with the history from the side of this atom. Records name the partner by its ID. Commands between runs may give
/// atoms other IDs, so that each atom keeps the ID under which its partners know it, its name.
///
/// In a narrow periodic box an atom may touch several images of a partner, or of itself. Records then have the
/// separation from the partner too: the image that is nearest to it gets the record.
class StoredContacts {
 public:
  /// \param doubles  of history per contact
  explicit StoredContacts(int doubles) : doubles_{doubles} {}

  [[nodiscard]] int doubles() const { return doubles_; }
  [[nodiscard]] int partners(int atom) const { return count_[atom]; }
  /// Whether find_image() is needed.
  [[nodiscard]] bool have_separations() const { return have_separations_; }
  /// History of the contact of an atom with a partner; null if they did not touch.
  [[nodiscard]] const double *find(int atom, LAMMPS_NS::tagint partner) const
  {
    for (int k = 0; k < count_[atom]; ++k)
      if (partner_[first_[atom] + k] == partner) return values(atom, k);
    return nullptr;
  }
  /// The same for one of several images of the partner.
  /// \param separation  from the image to the atom [length]
  /// \param limit       less than half of the distance of two images [length]
  [[nodiscard]] const double *find_image(int atom, LAMMPS_NS::tagint partner,
                                         const contact::Vec3<double> &separation, double limit) const;

  /// Sets the number of atoms. New atoms have no partners.
  void grow(int atoms);
  void clear(int atom) { count_[atom] = name_[atom] = 0; }
  void copy(int from, int to);

  /// ID of an atom when its records were stored; 0 if it is new since then.
  [[nodiscard]] LAMMPS_NS::tagint name(int atom) const { return name_[atom]; }
  void set_name(int atom, LAMMPS_NS::tagint id) { name_[atom] = id; }
  /// Gives the partners of an atom their present IDs. Records of partners that are not in the table are deleted.
  void rename_partners(int atom, const NewNames &present);

  /// Deletes all records, and reserves memory for the given partners of the first `atoms` atoms.
  /// \param partners  [owned atoms and ghosts]
  void reset(const std::vector<int> &partners, int atoms, bool with_separations = false);
  /// Adds a record, for which reset() or unpack() has reserved memory. The caller sets the returned doubles.
  double *add(int atom, LAMMPS_NS::tagint partner);
  /// Sets the separation of the record that was added last to an atom, from its partner [length].
  void set_separation(int atom, const contact::Vec3<double> &separation)
  {
    separation_[first_[atom] + count_[atom] - 1] = separation;
  }

  /// Number of partners, then for each its ID, bit by bit, and its doubles. Returns the doubles written. With
  /// separations the number is negative, and these follow the ID.
  int pack(int atom, double *buffer) const;
  /// The same with the record `k` alone, or none if the atom has no such record. Takes always 1 + record_size().
  void pack_one(int atom, int k, double *buffer) const;
  /// Replaces the records of an atom by packed ones. Returns the doubles read.
  int unpack(int atom, const double *buffer);
  /// Adds packed records, for which reset() has reserved memory. Returns the doubles read.
  int add_packed(int atom, const double *buffer);
  [[nodiscard]] int packed_size(int atom) const { return 1 + count_[atom] * record_size(); }
  /// Number of doubles of one record.
  [[nodiscard]] int record_size() const { return 1 + doubles_ + (have_separations_ ? 3 : 0); }

  [[nodiscard]] double memory_usage() const;    ///< [bytes]

 private:
  int doubles_;
  std::vector<int> count_;                    // [atom]
  std::vector<LAMMPS_NS::tagint> name_;       // [atom]
  std::vector<std::ptrdiff_t> first_;         // [atom] first record
  std::vector<LAMMPS_NS::tagint> partner_;    // [record]
  GrowingDoubles values_;                     // [record * doubles + k]
  bool have_separations_ = false;
  std::vector<contact::Vec3<double>> separation_;    // [record], zero if unknown; empty without

  void resize_records(std::ptrdiff_t records);
  int pack_record(int atom, int k, double *buffer) const;
  [[nodiscard]] const double *values(int atom, int k) const
  {
    return values_.data() + (first_[atom] + k) * doubles_;
  }
};

}    // namespace granular_srt
