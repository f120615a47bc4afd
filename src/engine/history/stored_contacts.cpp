#include "stored_contacts.h"

#include "contact/history.h"

#include <algorithm>
#include <cstdlib>

namespace granular_srt {

using LAMMPS_NS::tagint;
using LAMMPS_NS::ubuf;

void StoredContacts::grow(int atoms)
{
  count_.resize(atoms, 0);
  name_.resize(atoms, 0);
  first_.resize(atoms, 0);
}

void StoredContacts::copy(int from, int to)
{
  count_[to] = count_[from];
  name_[to] = name_[from];
  first_[to] = first_[from];
}

void StoredContacts::rename_partners(int atom, const NewNames &present)
{
  int kept = 0;
  for (int k = 0; k < count_[atom]; ++k) {
    const auto found = present.find(partner_[first_[atom] + k]);
    if (found == present.end()) continue;
    partner_[first_[atom] + kept] = found->second;
    if (have_separations_) separation_[first_[atom] + kept] = separation_[first_[atom] + k];
    if (kept < k) std::copy_n(values(atom, k), doubles_, values_.data() + (first_[atom] + kept) * doubles_);
    ++kept;
  }
  count_[atom] = kept;
}

const double *StoredContacts::find_image(int atom, tagint partner, const contact::Vec3<double> &separation,
                                         double limit) const
{
  const double *nearest = nullptr;
  double least = limit * limit;
  for (int k = 0; k < count_[atom]; ++k) {
    if (partner_[first_[atom] + k] != partner) continue;
    const contact::Vec3<double> &stored = separation_[first_[atom] + k], way = separation - stored;
    if (dot(stored, stored) == 0.0) return values(atom, k);
    if (!(dot(way, way) < least)) continue;
    least = dot(way, way);
    nearest = values(atom, k);
  }
  return nearest;
}

void StoredContacts::resize_records(std::ptrdiff_t records)
{
  partner_.resize(records);
  values_.resize(records * doubles_);
  if (have_separations_) separation_.resize(records);
}

void StoredContacts::reset(const std::vector<int> &partners, int atoms, bool with_separations)
{
  have_separations_ = with_separations;
  separation_.clear();
  std::fill_n(count_.begin(), partners.size(), 0);
  std::ptrdiff_t records = 0;
  for (int atom = 0; atom < atoms; ++atom) {
    first_[atom] = records;
    records += partners[atom];
  }
  resize_records(records);
}

double *StoredContacts::add(int atom, tagint partner)
{
  const std::ptrdiff_t record = first_[atom] + count_[atom]++;
  partner_[record] = partner;
  return values_.data() + record * doubles_;
}

int StoredContacts::pack_record(int atom, int k, double *buffer) const
{
  int m = 0;
  buffer[m++] = ubuf(partner_[first_[atom] + k]).d;
  if (have_separations_) {
    contact::store_vector(buffer + m, separation_[first_[atom] + k]);
    m += 3;
  }
  std::copy_n(values(atom, k), doubles_, buffer + m);
  return m + doubles_;
}

int StoredContacts::pack(int atom, double *buffer) const
{
  int m = 0;
  buffer[m++] = have_separations_ ? -count_[atom] : count_[atom];
  for (int k = 0; k < count_[atom]; ++k) m += pack_record(atom, k, buffer + m);
  return m;
}

void StoredContacts::pack_one(int atom, int k, double *buffer) const
{
  const bool has_record = k < count_[atom];
  buffer[0] = !has_record ? 0.0 : have_separations_ ? -1.0 : 1.0;
  if (has_record) pack_record(atom, k, buffer + 1);
}

int StoredContacts::unpack(int atom, const double *buffer)
{
  count_[atom] = 0;
  first_[atom] = std::ssize(partner_);
  have_separations_ = have_separations_ || buffer[0] < 0.0;
  resize_records(first_[atom] + std::abs(static_cast<int>(buffer[0])));
  return add_packed(atom, buffer);
}

int StoredContacts::add_packed(int atom, const double *buffer)
{
  int m = 0;
  const bool with_separations = buffer[0] < 0.0;
  const int partners = std::abs(static_cast<int>(buffer[m++]));
  for (int k = 0; k < partners; ++k) {
    const auto partner = static_cast<tagint>(ubuf(buffer[m++]).i);
    double *const history = add(atom, partner);
    if (have_separations_)
      set_separation(atom, with_separations ? contact::load_vector(buffer + m) : contact::Vec3<double>{});
    if (with_separations) m += 3;
    std::copy_n(buffer + m, doubles_, history);
    m += doubles_;
  }
  return m;
}

double StoredContacts::memory_usage() const
{
  return static_cast<double>(count_.capacity() * sizeof(int) + first_.capacity() * sizeof(std::ptrdiff_t) +
                             (name_.capacity() + partner_.capacity()) * sizeof(tagint) +
                             values_.capacity() * sizeof(double) +
                             separation_.capacity() * sizeof(contact::Vec3<double>));
}

}    // namespace granular_srt
