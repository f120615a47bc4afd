#include "stored_contacts.h"

#include <algorithm>

namespace granular_srt {

using LAMMPS_NS::tagint;
using LAMMPS_NS::ubuf;

void StoredContacts::grow(int atoms)
{
  count_.resize(atoms, 0);
  first_.resize(atoms, 0);
}

void StoredContacts::copy(int from, int to)
{
  count_[to] = count_[from];
  first_[to] = first_[from];
}

void StoredContacts::reset(const std::vector<int> &partners, int atoms)
{
  std::fill_n(count_.begin(), partners.size(), 0);
  std::ptrdiff_t records = 0;
  for (int atom = 0; atom < atoms; ++atom) {
    first_[atom] = records;
    records += partners[atom];
  }
  partner_.resize(records);
  values_.resize(records * doubles_);
}

double *StoredContacts::add(int atom, tagint partner)
{
  const std::ptrdiff_t record = first_[atom] + count_[atom]++;
  partner_[record] = partner;
  return values_.data() + record * doubles_;
}

int StoredContacts::pack(int atom, double *buffer) const
{
  int m = 0;
  buffer[m++] = count_[atom];
  for (int k = 0; k < count_[atom]; ++k) {
    buffer[m++] = ubuf(partner_[first_[atom] + k]).d;
    std::copy_n(values(atom, k), doubles_, buffer + m);
    m += doubles_;
  }
  return m;
}

void StoredContacts::pack_one(int atom, int k, double *buffer) const
{
  buffer[0] = k < count_[atom] ? 1.0 : 0.0;
  if (k >= count_[atom]) return;
  buffer[1] = ubuf(partner_[first_[atom] + k]).d;
  std::copy_n(values(atom, k), doubles_, buffer + 2);
}

int StoredContacts::unpack(int atom, const double *buffer)
{
  count_[atom] = 0;
  first_[atom] = std::ssize(partner_);
  const std::ptrdiff_t records = first_[atom] + static_cast<int>(buffer[0]);
  partner_.resize(records);
  values_.resize(records * doubles_);
  return add_packed(atom, buffer);
}

int StoredContacts::add_packed(int atom, const double *buffer)
{
  int m = 0;
  const int partners = static_cast<int>(buffer[m++]);
  for (int k = 0; k < partners; ++k) {
    const auto partner = static_cast<tagint>(ubuf(buffer[m++]).i);
    std::copy_n(buffer + m, doubles_, add(atom, partner));
    m += doubles_;
  }
  return m;
}

double StoredContacts::memory_usage() const
{
  return static_cast<double>(count_.capacity() * sizeof(int) + first_.capacity() * sizeof(std::ptrdiff_t) +
                             partner_.capacity() * sizeof(tagint) + values_.capacity() * sizeof(double));
}

}    // namespace granular_srt
