#include "stored_contacts.h"

#include <algorithm>

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
    if (kept < k) std::copy_n(values(atom, k), doubles_, values_.data() + (first_[atom] + kept) * doubles_);
    ++kept;
  }
  count_[atom] = kept;
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
                             (name_.capacity() + partner_.capacity()) * sizeof(tagint) +
                             values_.capacity() * sizeof(double));
}

}    // namespace granular_srt
