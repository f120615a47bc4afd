#pragma once

#include <cstddef>
#include <vector>

namespace granular_srt {

/// Interface to contact histories of one wall that are stored with the particles, on the host or on a device, for
/// LAMMPS' arrays, migration and restart files. Records have the same format everywhere.
class StoredWallHistory {
 public:
  virtual ~StoredWallHistory() = default;
  /// Reserves memory for this number of particles. New particles have no contacts.
  virtual void grow(int particles) = 0;
  /// Removes all contacts of particle i.
  virtual void clear(int i) = 0;
  /// Replaces the contacts of particle `to` by those of particle `from`.
  virtual void copy(int from, int to) = 0;
  /// Writes the number of contacts of particle i, then the part and the doubles of each.
  /// \return number of doubles written
  virtual int pack(int i, double *buffer) = 0;
  /// Reads what pack() wrote.
  /// \return number of doubles read
  virtual int unpack(int i, const double *buffer) = 0;
  /// Number of doubles that pack() writes for particle i.
  virtual int packed_size(int i) = 0;
  /// Memory in use [bytes].
  [[nodiscard]] virtual double bytes() const = 0;
};

/// Contact history of one wall on the host: for each particle the parts of the wall that it touches, and the history
/// doubles of each of these contacts.
class WallHistory final : public StoredWallHistory {
 public:
  /// \param most_contacts        largest number of contacts of one particle with the wall
  /// \param doubles_per_contact  may be 0: the class then stores only which parts are touched
  WallHistory(int most_contacts, int doubles_per_contact) :
      most_contacts_{most_contacts}, doubles_per_contact_{doubles_per_contact}
  {
  }

  void grow(int particles) override;
  void clear(int i) override { count_[i] = 0; }
  void copy(int from, int to) override;

  /// Number of contacts of particle i at the last set_contacts().
  [[nodiscard]] int contacts(int i) const { return count_[i]; }
  /// The part of one of them.
  [[nodiscard]] int part(int i, int index) const { return part_[slot(i, index)]; }
  /// Whether particle i touched this part of the wall at the last set_contacts().
  [[nodiscard]] bool touching(int i, int part) const { return index_of(i, part) >= 0; }
  /// Sets the parts that particle i touches. Contacts that remain keep their history, new contacts begin with
  /// zeros, the others are removed.
  /// \param parts  all different, at most `most_contacts`
  void set_contacts(int i, const int *parts, int count);
  /// History doubles of the contact of particle i with a part that it touches.
  double *values(int i, int part) { return values_at(i, index_of(i, part)); }

  int pack(int i, double *buffer) override;
  int unpack(int i, const double *buffer) override;
  int packed_size(int i) override { return 1 + count_[i] * (1 + doubles_per_contact_); }
  /// Largest number of doubles that pack() writes for one particle.
  [[nodiscard]] int largest_packed_size() const { return 1 + most_contacts_ * (1 + doubles_per_contact_); }
  /// Whether pack() of a history like this one can have written `size` doubles of which the first is `first`.
  [[nodiscard]] bool is_packed(double first, int size) const;

  [[nodiscard]] double bytes() const override;

 private:
  int most_contacts_, doubles_per_contact_;
  std::vector<int> count_;        ///< [particle] number of contacts
  std::vector<int> part_;         ///< [particle * most_contacts + index]
  std::vector<double> values_;    ///< [(particle * most_contacts + index) * doubles_per_contact]

  [[nodiscard]] std::size_t slot(int i, int index) const
  {
    return static_cast<std::size_t>(i) * most_contacts_ + index;
  }
  [[nodiscard]] double *values_at(int i, int index)
  {
    return values_.data() + slot(i, index) * doubles_per_contact_;
  }
  /// Index of a contact among those of particle i; -1 if particle i does not touch the part.
  [[nodiscard]] int index_of(int i, int part) const;
  /// Copies one contact to another index or another particle.
  void copy_contact(int from_particle, int from_index, int to_particle, int to_index);
};

}    // namespace granular_srt
