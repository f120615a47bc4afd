#pragma once

#include <cstddef>
#include <vector>

namespace granular_srt {

/// Contact history of one wall: for each particle the parts of the wall that it touches, and the history doubles of
/// each of these contacts.
class WallHistory {
 public:
  /// \param most_contacts        largest number of contacts of one particle with the wall
  /// \param doubles_per_contact  may be 0: the class then remembers only which parts are touched
  WallHistory(int most_contacts, int doubles_per_contact) :
      most_contacts_{most_contacts}, doubles_per_contact_{doubles_per_contact}
  {
  }

  /// Makes room for this number of particles. Particles that are new have no contacts.
  void grow(int particles);
  /// Removes all contacts of particle i.
  void clear(int i) { count_[i] = 0; }
  /// Replaces the contacts of particle `to` by those of particle `from`.
  void copy(int from, int to);

  /// Whether particle i touched this part of the wall at the last set_contacts().
  [[nodiscard]] bool touching(int i, int part) const { return index_of(i, part) >= 0; }
  /// Sets the parts that particle i touches. Contacts that remain keep their history, new contacts begin with
  /// zeros, the others are removed.
  /// \param parts  all different, at most `most_contacts`
  void set_contacts(int i, const int *parts, int count);
  /// History doubles of the contact of particle i with a part that it touches.
  double *values(int i, int part) { return values_at(i, index_of(i, part)); }

  /// Writes the number of contacts of particle i, then the part and the doubles of each.
  /// \return number of doubles written
  int pack(int i, double *buffer) const;
  /// Reads what pack() wrote.
  /// \return number of doubles read
  int unpack(int i, const double *buffer);
  /// Number of doubles that pack() writes for particle i.
  [[nodiscard]] int packed_size(int i) const { return 1 + count_[i] * (1 + doubles_per_contact_); }
  /// Largest number of doubles that pack() writes for one particle.
  [[nodiscard]] int largest_packed_size() const { return 1 + most_contacts_ * (1 + doubles_per_contact_); }
  /// Whether pack() of a history like this one can have written `size` doubles of which the first is `first`.
  [[nodiscard]] bool is_packed(double first, int size) const;

  /// Memory in use [bytes].
  [[nodiscard]] double bytes() const;

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
