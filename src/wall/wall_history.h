#pragma once

#include "engine/evaluate/wall_contact.h"
#include "engine/history/contact_records.h"

#include <algorithm>
#include <utility>

namespace granular_srt {

struct PartnerWallPart {
  using Type = int;

  static GRANULAR_SRT_FN double to_buffer(Type part) { return part; }
  static GRANULAR_SRT_FN Type from_buffer(double part) { return static_cast<Type>(part); }
};

/// Contact history of one wall: for each particle the parts of the wall that it touches, and the history doubles of
/// each of these contacts. Histories always stay with the particles.
/// \tparam Memory  HostMemory, or the memory of a device
template <class Memory> class WallRecords : public ContactRecords<PartnerWallPart, Memory, StoredHistories> {
  using Base = ContactRecords<PartnerWallPart, Memory, StoredHistories>;

 protected:
  using Base::count_, Base::first_, Base::partner_, Base::doubles_, Base::reserved_, Base::arrays;
  using Base::place_of, Base::values_at;

 public:
  /// \param most_contacts        places of each particle for its contacts with the wall
  /// \param doubles_per_contact  may be 0: the class then stores only which parts are touched
  WallRecords(int most_contacts, int doubles_per_contact) : Base(doubles_per_contact, most_contacts) {}

  /// Number of contacts of particle i at the last set_contacts().
  [[nodiscard]] int contacts(int i) const { return count_[i]; }
  /// The part of one of them.
  [[nodiscard]] int part(int i, int index) const { return partner_[first_[i] + index]; }
  /// Whether particle i touched this part of the wall at the last set_contacts().
  [[nodiscard]] bool touching(int i, int part) const { return place_of(i, part) >= 0; }
  /// Whether these are the parts of the last set_contacts(), in the same order.
  /// \param part_at  int(int index)
  template <class PartAt> [[nodiscard]] bool has_contacts(int i, int count, PartAt part_at) const
  {
    int same = 0;    // a loop, because std::equal() of integers calls memcmp()
    if (count == count_[i])
      while (same < count && part(i, same) == part_at(same)) ++same;
    return same == count_[i] && same == count;
  }
  /// Sets the parts that particle i touches. Contacts that remain keep their history, new contacts begin with
  /// zeros, the others are removed.
  /// \param parts  all different, at most `most_contacts`
  void set_contacts(int i, const int *parts, int count)
  {
    if (has_contacts(i, count, [parts](int k) { return parts[k]; })) return;
    this->arrays().keep_records(
        i, [&](int part) { return std::find(parts, parts + count, part) != parts + count; });
    for (int k = 0; k < count; ++k)
      if (!touching(i, parts[k])) std::fill_n(values_at(i, arrays().add(i, parts[k])), doubles_, 0.0);
  }
  /// History doubles of the contact of particle i with a part that it touches.
  double *values(int i, int part) { return values_at(i, place_of(i, part)); }

  /// Largest number of doubles that pack() writes for one particle.
  [[nodiscard]] int largest_packed_size() const { return 1 + reserved_ * this->record_size(); }
  /// Whether pack() of a history like this one can have written `size` doubles of which the first is `first`.
  [[nodiscard]] bool is_packed(double first, int size) const
  {
    return first >= 0.0 && first < size && size == 1 + static_cast<int>(first) * this->record_size();
  }
};

/// Histories of a wall on a host.
class WallHistory final : public WallRecords<HostMemory> {
 public:
  using WallRecords<HostMemory>::WallRecords;

  /// Gives each particle places for this number of contacts, if it has less.
  /// \return whether histories have moved in memory
  bool reserve(int contacts)
  {
    if (contacts <= reserved_) return false;
    const int before = std::exchange(reserved_, contacts);
    resize_records(static_cast<std::ptrdiff_t>(count_.size()) * contacts);
    for (auto i = static_cast<std::ptrdiff_t>(count_.size()) - 1; i >= 0; --i) {
      first_[i] = i * contacts;
      for (int k = count_[i] - 1; k >= 0; --k) arrays().copy_record(i * before + k, first_[i] + k);
    }
    return true;
  }
  int unpack(int atom, const double *buffer) override
  {
    reserve(Arrays::packed_records(buffer));
    return WallRecords<HostMemory>::unpack(atom, buffer);
  }
};

/// \name Parts of a wall whose contacts move: a contact of a mesh moves from triangle to triangle.
/// A contact is the contact of the step before whose normal is nearest, and keeps its part.
/// @{

/// Number of doubles of the normal in the history of a contact.
inline constexpr int doubles_of_normal = 3;

/// Sets the part of each contact of particle i: that of the earlier contact with the nearest normal, or an unused
/// number.
/// \param offset       of the normal in the history of a contact
/// \param least_cosine of the angle between the normals of a contact in two steps
void match_contacts(WallHistory &history, int i, int offset, double least_cosine, WallContact *contacts,
                    int count);

/// Writes the normals into the histories of the contacts, for the next step.
void store_normals(WallHistory &history, int i, int offset, const WallContact *contacts, int count);
/// @}

}    // namespace granular_srt
