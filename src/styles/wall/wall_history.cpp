#include "wall_history.h"

#include <algorithm>

namespace granular_srt {

void WallHistory::grow(int particles)
{
  const auto n = static_cast<std::size_t>(particles);
  count_.resize(n, 0);
  part_.resize(n * most_);
  values_.resize(n * most_ * doubles_);
}

void WallHistory::move(int from_particle, int from, int to_particle, int to)
{
  part_[static_cast<std::size_t>(to_particle) * most_ + to] =
      part_[static_cast<std::size_t>(from_particle) * most_ + from];
  const double *source = values_of(from_particle, from);
  std::copy(source, source + doubles_, values_of(to_particle, to));
}

void WallHistory::copy(int from, int to)
{
  count_[to] = count_[from];
  if (from == to) return;
  for (int k = 0; k < count_[from]; ++k) move(from, k, to, k);
}

int WallHistory::find(int i, int part) const
{
  const int *parts = part_.data() + static_cast<std::size_t>(i) * most_;
  const int *found = std::find(parts, parts + count_[i], part);
  return found == parts + count_[i] ? -1 : static_cast<int>(found - parts);
}

void WallHistory::set_contacts(int i, const int *parts, int count)
{
  int kept = 0;
  for (int k = 0; k < count_[i]; ++k) {
    const int part = part_[static_cast<std::size_t>(i) * most_ + k];
    if (std::find(parts, parts + count, part) == parts + count) continue;
    if (kept != k) move(i, k, i, kept);
    ++kept;
  }
  count_[i] = kept;

  for (int k = 0; k < count; ++k) {
    if (find(i, parts[k]) >= 0) continue;
    const int place = count_[i]++;
    part_[static_cast<std::size_t>(i) * most_ + place] = parts[k];
    std::fill_n(values_of(i, place), doubles_, 0.0);
  }
}

int WallHistory::pack(int i, double *buffer) const
{
  int m = 0;
  buffer[m++] = count_[i];
  for (int k = 0; k < count_[i]; ++k) {
    const std::size_t place = static_cast<std::size_t>(i) * most_ + k;
    buffer[m++] = part_[place];
    std::copy_n(values_.data() + place * doubles_, doubles_, buffer + m);
    m += doubles_;
  }
  return m;
}

int WallHistory::unpack(int i, const double *buffer)
{
  int m = 0;
  count_[i] = static_cast<int>(buffer[m++]);
  for (int k = 0; k < count_[i]; ++k) {
    const std::size_t place = static_cast<std::size_t>(i) * most_ + k;
    part_[place] = static_cast<int>(buffer[m++]);
    std::copy_n(buffer + m, doubles_, values_.data() + place * doubles_);
    m += doubles_;
  }
  return m;
}

bool WallHistory::is_packed(double first, int size) const
{
  return first >= 0.0 && first <= most_ && size == 1 + static_cast<int>(first) * (1 + doubles_);
}

double WallHistory::bytes() const
{
  return static_cast<double>(count_.capacity() * sizeof(int) + part_.capacity() * sizeof(int) +
                             values_.capacity() * sizeof(double));
}

}    // namespace granular_srt
