#include "wall_history.h"

#include <algorithm>

namespace granular_srt {

void WallHistory::grow(int particles)
{
  const auto n = static_cast<std::size_t>(particles);
  count_.resize(n, 0);
  part_.resize(n * most_contacts_);
  values_.resize(n * most_contacts_ * doubles_per_contact_);
}

void WallHistory::copy_contact(int from_particle, int from_index, int to_particle, int to_index)
{
  part_[slot(to_particle, to_index)] = part_[slot(from_particle, from_index)];
  const double *source = values_at(from_particle, from_index);
  std::copy(source, source + doubles_per_contact_, values_at(to_particle, to_index));
}

void WallHistory::copy(int from, int to)
{
  count_[to] = count_[from];
  if (from == to) return;
  for (int k = 0; k < count_[from]; ++k) copy_contact(from, k, to, k);
}

int WallHistory::index_of(int i, int part) const
{
  const int *parts = part_.data() + slot(i, 0);
  const int *found = std::find(parts, parts + count_[i], part);
  return found == parts + count_[i] ? -1 : static_cast<int>(found - parts);
}

void WallHistory::set_contacts(int i, const int *parts, int count)
{
  int kept = 0;
  for (int k = 0; k < count_[i]; ++k) {
    if (std::find(parts, parts + count, part_[slot(i, k)]) == parts + count) continue;
    if (kept != k) copy_contact(i, k, i, kept);
    ++kept;
  }
  count_[i] = kept;

  for (int k = 0; k < count; ++k) {
    if (touching(i, parts[k])) continue;
    const int index = count_[i]++;
    part_[slot(i, index)] = parts[k];
    std::fill_n(values_at(i, index), doubles_per_contact_, 0.0);
  }
}

int WallHistory::pack(int i, double *buffer)
{
  int m = 0;
  buffer[m++] = count_[i];
  for (int k = 0; k < count_[i]; ++k) {
    buffer[m++] = part_[slot(i, k)];
    std::copy_n(values_.data() + slot(i, k) * doubles_per_contact_, doubles_per_contact_, buffer + m);
    m += doubles_per_contact_;
  }
  return m;
}

int WallHistory::unpack(int i, const double *buffer)
{
  int m = 0;
  count_[i] = static_cast<int>(buffer[m++]);
  for (int k = 0; k < count_[i]; ++k) {
    part_[slot(i, k)] = static_cast<int>(buffer[m++]);
    std::copy_n(buffer + m, doubles_per_contact_, values_at(i, k));
    m += doubles_per_contact_;
  }
  return m;
}

bool WallHistory::is_packed(double first, int size) const
{
  return first >= 0.0 && first <= most_contacts_ &&
      size == 1 + static_cast<int>(first) * (1 + doubles_per_contact_);
}

double WallHistory::bytes() const
{
  return static_cast<double>(count_.capacity() * sizeof(int) + part_.capacity() * sizeof(int) +
                             values_.capacity() * sizeof(double));
}

}    // namespace granular_srt
